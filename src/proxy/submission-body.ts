/**
 * The body of `POST /submissions`, exactly: an application's id in it, or any other member, is a 400. In job mode its
 * first element is the application that is to be made.
 */
import * as z from 'zod';
import { fileId, questionId, revision } from '../model/ids.ts';

/** More than any form has answers; a body of 1 MiB could hold 8,000 of the shortest. */
const MOST_ANSWERS = 5_000;
/** Characters that `channel_source` holds, by our reading. */
const LONGEST_SOURCE = 100;

const attributes = z.union([
  z.strictObject({ boolean_answer: z.boolean() }),
  z.strictObject({ text_answer: z.string() }),
  z.strictObject({ url_answer: z.string() }),
  z.strictObject({ number_answer: z.string() }),
  z.strictObject({ date_answer: z.string() }),
  z.strictObject({ date_from_answer: z.string(), date_to_answer: z.string() }),
  z.strictObject({ multiple_choice_answer: z.array(z.string()).max(1_000) }),
  z.strictObject({ document: z.guid().toLowerCase().transform(fileId) }),
]);

const answer = z.strictObject({
  type: z.literal('answers'),
  attributes,
  relationships: z.strictObject({
    question: z.strictObject({
      data: z.strictObject({
        type: z.literal('questions'),
        id: z.string().min(1).max(64).transform(questionId),
      }),
    }),
  }),
});

/** What is missing or faulty in it is told field by field, after the body: here it is only of the right shape. */
const detail = z
  .string()
  // A name that was copied from a table brings its tab along, and a database may break on other control characters.
  .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
  .default('');

const application = z.strictObject({
  type: z.literal('applications'),
  attributes: z.strictObject({ first_name: detail, last_name: detail, email: detail }),
});

export const submissionSchema = z.strictObject({
  data: z
    .array(z.discriminatedUnion('type', [answer, application]))
    .max(MOST_ANSWERS + 1)
    .refine(([_first, ...others]) => others.every(({ type }) => type === 'answers'))
    .transform((elements) => ({
      details: elements.flatMap((one) => (one.type === 'applications' ? [one.attributes] : []))[0] ?? null,
      answers: elements.flatMap((one) => (one.type === 'answers' ? [one] : [])),
    })),
  meta: z.strictObject({
    revision: z.string().max(128).transform(revision),
    locale: z.string().max(35).nullish(),
    source: z.string().transform(printableSource).nullish(),
  }),
});

/** The host page's word for where the applicant came from: never refused, since no applicant could mend it. */
function printableSource(text: string): string | null {
  const printable = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return [...printable].slice(0, LONGEST_SOURCE).join('').trimEnd() || null;
}

export type SubmissionDocument = z.output<typeof submissionSchema>;
export type AnswerElement = SubmissionDocument['data']['answers'][number];
