/** A question resource with only what a form needs: what the service adds tomorrow does not reach the browser. */
import * as z from 'zod';
import { readHelpHtml } from './help-html.ts';

export interface ReducedQuestion {
  readonly type: 'questions';
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: { readonly conditional_questions: { readonly data: readonly Identifier[] } };
}

interface Identifier {
  readonly type: 'questions';
  readonly id: string;
}

const id = z.union([z.string().min(1), z.number().int().transform(String)]);
const identifier = z.object({ type: z.literal('questions'), id });
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional().catch(undefined);

/** A list or an object where a plain value belongs keeps its kind, so that the fault is seen, and nothing else. */
const kindOf = z.unknown().transform((value) => {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? [] : {};
});

const condition = z.object({ operator: kindOf.optional(), value: kindOf.optional() }).or(kindOf);

/** Only the first counts. Some of the others stay, so that who looks into the form is told that they do not. */
const MOST_CONDITIONS = 5;

const conditions = z
  .array(z.unknown())
  .transform((all) => all.slice(0, MOST_CONDITIONS).map((one) => condition.parse(one)))
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

/** null for what is no question. */
export function reduceQuestion(value: unknown): ReducedQuestion | null {
  const parsed = resource.safeParse(value);
  if (!parsed.success) return null;
  const { relationships, ...rest } = parsed.data;
  return relationships === undefined ? rest : { ...rest, relationships };
}
