/** Writes the body of `POST /api/v1/answers` as the service's document has it: one answer, its own question id. */

import { writePlainValue } from '../../core/jsonapi/submissions.ts';
import type { ApplicationId, QuestionId } from '../../core/model/ids.ts';
import type { OutgoingAnswer, OutgoingValue } from '../../core/model/question.ts';
import { ContentPlace } from './gapped-text.ts';

interface Linkage {
  readonly type: string;
  readonly id: string;
}

interface OptionToCreate {
  readonly type: 'answer_options';
  readonly 'temp-id': string;
}

export interface AnswerBody {
  readonly data: {
    readonly type: 'answers';
    readonly attributes: Readonly<Record<string, string | boolean>>;
    readonly relationships: {
      readonly question: { readonly data: Linkage };
      readonly answerable: { readonly data: Linkage };
      readonly answer_options?: {
        readonly data: readonly (OptionToCreate & { readonly method: 'create' })[];
      };
    };
  };
  readonly included?: readonly (OptionToCreate & { readonly attributes: { readonly text: string } })[];
}

/** What an answer may hold: what the form sends, or a document given by its content or by the service's signed id. */
export type ValueToWrite =
  | Exclude<OutgoingValue, { kind: 'document' }>
  | { readonly kind: 'document'; readonly file: { readonly name: string } }
  /** `data`: a data URI in base64 (RFC 2397). */
  | { readonly kind: 'document_data'; readonly data: string; readonly filename: string }
  /** The id that the service gave for a file that it has already. */
  | { readonly kind: 'document_signed_id'; readonly signedId: string };

export interface AnswerToWrite {
  readonly question: QuestionId;
  readonly value: ValueToWrite;
}

/** A `document` value is written with its name only, because its content is too large for a string (`placeContent`). */
export function writeAnswer(
  { question, value }: OutgoingAnswer | AnswerToWrite,
  application: ApplicationId,
): AnswerBody {
  const relationships = {
    question: { data: { type: 'questions', id: question } },
    answerable: { data: { type: 'applications', id: application } },
  };
  if (value.kind === 'choice') return writeChoice(relationships, value.options);
  return { data: { type: 'answers', attributes: attributesOf(value), relationships } };
}

/** Options carry no ids: a choice is written by creating option records that hold only the text. */
function writeChoice(
  relationships: AnswerBody['data']['relationships'],
  options: readonly string[],
): AnswerBody {
  const created = options.map((text, index) => ({
    type: 'answer_options' as const,
    'temp-id': `o${index + 1}`,
    text,
  }));
  return {
    data: {
      type: 'answers',
      attributes: {},
      relationships: {
        ...relationships,
        answer_options: {
          data: created.map(({ type, 'temp-id': id }) => ({
            type,
            'temp-id': id,
            method: 'create' as const,
          })),
        },
      },
    },
    included: created.map(({ type, 'temp-id': id, text }) => ({ type, 'temp-id': id, attributes: { text } })),
  };
}

function attributesOf(value: Exclude<ValueToWrite, { kind: 'choice' }>): AnswerBody['data']['attributes'] {
  switch (value.kind) {
    case 'document':
      return { document_base64_filename: value.file.name };
    case 'document_data':
      return { document_base64_data: value.data, document_base64_filename: value.filename };
    case 'document_signed_id':
      return { document_signed_id: value.signedId };
    default:
      return writePlainValue(value);
  }
}

/** With a place for the content of the file that it names. */
export function placeContent({ data, ...rest }: AnswerBody, type: string): object {
  const { attributes, relationships, type: kind } = data;
  const placed = { document_base64_data: new ContentPlace(type), ...attributes };
  return { data: { type: kind, attributes: placed, relationships }, ...rest };
}
