/**
 * The body of `POST /submissions`, exactly (an application's id in it, or any other member, is a 400), and what it
 * says question by question, before anybody asks whether the form has such a question.
 */
import * as z from 'zod';
import type { AttachedFile, OutgoingValue } from '../model/answer.ts';
import { type FileId, fileId, type QuestionId, questionId, revision } from '../model/ids.ts';
import type { StagedFile, Staging, SubjectKey } from '../model/ports.ts';

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
type Attributes = SubmissionDocument['data'][number]['attributes'];

export interface SentAnswer {
  readonly question: QuestionId;
  readonly value: OutgoingValue;
  /** Of a `document` value: what lies in the staging; null: nothing. */
  readonly staged: StagedFile | null;
}

export function readSentAnswers(
  { data }: SubmissionDocument,
  key: SubjectKey,
  staging: Staging,
): Promise<readonly SentAnswer[]> {
  return Promise.all(
    data.map(async ({ attributes, relationships }) => {
      const question = relationships.question.data.id;
      if (!('document' in attributes)) return { question, value: readValue(attributes), staged: null };
      const staged = await staging.find(key, attributes.document);
      const value: OutgoingValue = { kind: 'document', file: staged ?? missingFile(attributes.document) };
      return { question, value, staged };
    }),
  );
}

/** Stands for a file that is not here until the files are checked, which comes last. */
const missingFile = (id: FileId): AttachedFile => ({ id, name: '', size: 0, type: '' });

function readValue(attributes: Exclude<Attributes, { document: unknown }>): OutgoingValue {
  if ('boolean_answer' in attributes) return { kind: 'boolean', value: attributes.boolean_answer };
  if ('text_answer' in attributes) return { kind: 'text', text: attributes.text_answer };
  if ('url_answer' in attributes) return { kind: 'url', text: attributes.url_answer };
  if ('number_answer' in attributes) return { kind: 'number', text: attributes.number_answer };
  if ('date_answer' in attributes) return { kind: 'date', day: attributes.date_answer };
  if ('date_from_answer' in attributes)
    return { kind: 'date_range', from: attributes.date_from_answer, to: attributes.date_to_answer };
  return { kind: 'choice', options: attributes.multiple_choice_answer };
}
