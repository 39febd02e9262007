/** What a submission says question by question, before anybody asks whether the form has such a question. */
import type { AttachedFile, OutgoingValue } from '../model/answer.ts';
import type { FileId, QuestionId } from '../model/ids.ts';
import type { StagedFile, Staging, SubjectKey } from '../model/ports.ts';
import type { AnswerElement } from './submission-body.ts';

export interface SentAnswer {
  readonly question: QuestionId;
  readonly value: OutgoingValue;
  /** Of a `document` value: what lies in the staging; null: nothing. */
  readonly staged: StagedFile | null;
}

export function readSentAnswers(
  elements: readonly AnswerElement[],
  key: SubjectKey,
  staging: Staging,
): Promise<readonly SentAnswer[]> {
  return Promise.all(
    elements.map(async ({ attributes, relationships }) => {
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

function readValue(attributes: Exclude<AnswerElement['attributes'], { document: unknown }>): OutgoingValue {
  if ('boolean_answer' in attributes) return { kind: 'boolean', value: attributes.boolean_answer };
  if ('text_answer' in attributes) return { kind: 'text', text: attributes.text_answer };
  if ('url_answer' in attributes) return { kind: 'url', text: attributes.url_answer };
  if ('number_answer' in attributes) return { kind: 'number', text: attributes.number_answer };
  if ('date_answer' in attributes) return { kind: 'date', day: attributes.date_answer };
  if ('date_from_answer' in attributes)
    return { kind: 'date_range', from: attributes.date_from_answer, to: attributes.date_to_answer };
  return { kind: 'choice', options: attributes.multiple_choice_answer };
}
