/** A comment as the service returns it; its `category` can only be written. */
import * as z from 'zod';
import { commentId } from '../../../core/model/ids.ts';
import { toOne } from './linkage.ts';
import { flag, id, integer, text } from './members.ts';

const attributes = z.object({
  body_text: text,
  private_comment: flag,
  /** What it is about. */
  commentable_id: integer,
  commentable_type: text,
  user_id: integer,
  /** Date-time. */
  created_at: text,
  updated_at: text,
});

const relationships = z.object({ user: toOne('users') });

export const commentResource = z.object({
  type: z.literal('comments'),
  id: id.transform(commentId),
  attributes: attributes.catch({}).default({}),
  relationships: relationships.catch({}).default({}),
});

export type CommentResource = z.output<typeof commentResource>;

/** What `fields[comments]` may name; a relationship that is included and not named here comes without its linkage. */
export type CommentField = 'id' | keyof z.output<typeof attributes> | keyof z.output<typeof relationships>;
