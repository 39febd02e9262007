/**
 * Reduces a question resource to the members that a form needs: future additions of the service do not reach the
 * browser.
 */
import * as z from 'zod';
import { readHelpHtml } from './help-html.ts';

const id = z.union([z.string().min(1), z.number().int().transform(String)]);
const identifier = z.object({ type: z.literal('questions'), id });
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional().catch(undefined);

/** Replaces a list or an object in place of a scalar by an empty one, so that only the fault remains visible. */
const kindOf = z.unknown().transform((value) => {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? [] : {};
});

const condition = z.object({ operator: kindOf.optional(), value: kindOf.optional() }).or(kindOf);

/** Only the first condition counts. */
const conditions = z
  .array(z.unknown())
  .transform((all) => all.slice(0, 1).map((first) => condition.parse(first)))
  .or(kindOf);

const conditional = z
  .object({ parent_question_id: scalar, position: scalar, conditions: conditions.optional() })
  .or(kindOf);

const options = z
  .array(z.object({ text: scalar }).or(scalar))
  .or(scalar)
  .optional()
  .catch(undefined);

const resource = z.object({
  type: z.literal('questions'),
  id,
  attributes: z
    .object({
      title: scalar,
      additional_information: z.string().transform(readHelpHtml).or(z.null()).optional().catch(undefined),
      question_type: scalar,
      required: scalar,
      num_required_answer_options: scalar,
      max_num_required_answer_options: scalar,
      multiple_choice_options: options,
      conditional: conditional.optional(),
    })
    .catch({}),
  relationships: z
    .object({ conditional_questions: z.object({ data: z.array(identifier) }) })
    .optional()
    .catch(undefined),
});

const manyConditions = z.object({
  id,
  attributes: z.object({ conditional: z.object({ conditions: z.array(z.unknown()).min(2) }) }),
});

/** Reads the conditions of a question that has several: a form needs only the first, a check reports the others. */
export function readManyConditions(question: unknown) {
  const parsed = manyConditions.safeParse(question);
  if (!parsed.success) return null;
  const { conditional } = parsed.data.attributes;
  return { id: parsed.data.id, conditions: conditional.conditions.map((value) => condition.parse(value)) };
}

export type ReducedQuestion = z.output<typeof resource>;

/** Gives null if the value is not a question. */
export const reduceQuestion = (value: unknown): ReducedQuestion | null =>
  resource.safeParse(value).data ?? null;
