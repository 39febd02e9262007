import { listRule, objectRule } from './attribute-rules.ts';
import { writeOnly } from './resource-type.ts';

/** The tag fields: the same on applications and on job seekers, as the document says. */
export const tagAttributes = [
  ...writeOnly('add_tag_with_context remove_tag_with_context', objectRule),
  ...writeOnly('add_tags_with_context remove_tags_with_context', listRule),
];
