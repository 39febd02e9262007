/** The body of `POST /submissions`, exactly: an application's id in it, or any other member, is a 400. */
import * as z from 'zod';
import { fileId, questionId, revision } from '../model/ids.ts';

/** More than any form has answers; a body of 1 MiB could hold 8,000 of the shortest. */
const MOST_ANSWERS = 5_000;

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

const element = z.strictObject({
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

export const submissionSchema = z.strictObject({
  data: z.array(element).max(MOST_ANSWERS),
  meta: z.strictObject({
    revision: z.string().max(128).transform(revision),
    locale: z.string().max(35).nullish(),
    source: z.string().max(200).nullish(),
  }),
});

export type SubmissionDocument = z.output<typeof submissionSchema>;
export type SubmissionAttributes = SubmissionDocument['data'][number]['attributes'];
