/**
 * A question as the service returns it. The document shows `conditional` alone; the other attributes named here are
 * readings (`src/server/service/README.md#where-it-is-silent`), and what else comes is handed on unread.
 */
import * as z from 'zod';
import { questionId } from '../../../core/model/ids.ts';
import { toManyOf } from './linkage.ts';
import { flag, id, integer, text } from './members.ts';

/**
 * Stored as it was written: a date need not be ISO, an option is its canonical English text. `operator`: equals,
 * not_equals, contains, not_contains, greater_than or less_thanThan, as the type of the parent allows.
 */
const condition = z
  .object({
    operator: text,
    value: z.union([z.string(), z.number(), z.boolean()]).nullish().catch(null),
  })
  .catch({});

const conditional = z
  .object({
    parent_question_id: id.transform(questionId).nullish().catch(null),
    /** Among the children of its parent. */
    position: integer,
    /** The first is the one that counts. */
    conditions: z.array(condition).catch([]).default([]),
  })
  .nullish()
  .catch(null);

/** Texts, or objects that hold one. */
const options = z
  .array(z.union([z.string(), z.object({ text: z.string() }).transform((option) => option.text)]))
  .nullish()
  .catch(null);

const attributes = z.object({
  /** null: no conditional child. */
  conditional,
  title: text,
  additional_information: text,
  question_type: text,
  required: flag,
  num_required_answer_options: integer,
  max_num_required_answer_options: integer,
  multiple_choice_options: options,
});

export const questionResource = z.object({
  type: z.literal('questions'),
  id: id.transform(questionId),
  attributes: attributes.loose().catch({}).default({}),
  relationships: z
    .object({ conditional_questions: toManyOf('questions', questionId) })
    .catch({})
    .default({}),
});

export type QuestionResource = z.output<typeof questionResource>;

/** What `fields[questions]` may name: the document shows one, and a service may have others. */
export type QuestionField = keyof z.output<typeof attributes> | (string & {});
