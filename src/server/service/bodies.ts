/** Writes the body of `POST /api/v1/answers` as the service's document has it: one answer, its own question id. */

import { writePlainValue } from '../../core/jsonapi/submissions.ts';
import { type Details, EQUALITY, textDetailNames } from '../../core/model/details.ts';
import type { ApplicationId, QuestionId, Reference } from '../../core/model/ids.ts';
import type { AttachedFile, OutgoingAnswer, OutgoingValue } from '../../core/model/question.ts';
import type { ApplicationFiles, Destination } from '../../core/model/submission.ts';
import type { FileSource } from '../ports.ts';
import { contentOf, createFileBody } from './file-body.ts';
import { listPath } from './queries.ts';
import type { Write } from './send-request.ts';

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

/** A `document` value is written with its name only, because its content is too large for a string. */
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

export const withContent = ({ data, ...rest }: AnswerBody, type: string): object => ({
  data: { ...data, attributes: { document_base64_data: contentOf(type), ...data.attributes } },
  ...rest,
});

/** @param file what a document's body names; without one the body is whole */
export function postAnswer(write: Write, body: AnswerBody, file?: FileSource): ReturnType<Write> {
  const path = listPath('answers');
  if (file !== undefined)
    return write({ path, body: createFileBody(withContent(body, file.type), [file]) }, file.size);
  const content = body.data.attributes['document_base64_data'];
  return write({ path, body: JSON.stringify(body) }, typeof content === 'string' ? content.length : 0);
}

export interface ApplicationBody {
  readonly data: {
    readonly type: 'applications';
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly relationships: {
      readonly job: { readonly data: { readonly type: 'jobs'; readonly id: string } };
    };
  };
}

/** By name, so that nothing else which came with them goes out. */
function written(details: Details): Details {
  const text = textDetailNames.flatMap((name) => (details[name] ? [[name, details[name]]] : []));
  const { phone_iso2 } = details;
  return { ...Object.fromEntries(text), ...(phone_iso2 === undefined ? {} : { phone_iso2 }) };
}

/** In the order in which their contents stand in the body. */
export const applicationFiles = ({
  cv,
  cover_letter,
  documents = [],
}: ApplicationFiles = {}): readonly AttachedFile[] => [
  ...(cv === undefined ? [] : [cv]),
  ...(cover_letter === undefined ? [] : [cover_letter]),
  ...documents,
];

const writeDocument = ({ type, name }: Pick<AttachedFile, 'type' | 'name'>): object => ({
  data: contentOf(type),
  filename: name,
});

/** In the order of `applicationFiles`. */
function writeFiles({ cv, cover_letter: letter, documents = [] }: ApplicationFiles): object {
  return {
    ...(cv && { cv_base64_data: contentOf(cv.type), cv_base64_filename: cv.name }),
    ...(letter && {
      cover_letter_base64_data: contentOf(letter.type),
      cover_letter_base64_filename: letter.name,
    }),
    ...(documents.length > 0 && { documents_base64: documents.map(writeDocument) }),
  };
}

/** The body of a `PATCH` that adds one document to an application. */
export const writeAddedDocument = (
  application: ApplicationId,
  file: Pick<AttachedFile, 'type' | 'name'>,
): object => ({
  data: { type: 'applications', id: application, attributes: { documents_base64: [writeDocument(file)] } },
});

/** @param reference our reference, with which an application whose creation had an unclear outcome can be found again */
export function writeApplication(
  { job, details, files = {}, equality = [], locale, source }: Extract<Destination, { kind: 'job' }>,
  reference: Reference,
): ApplicationBody {
  return {
    data: {
      type: 'applications',
      attributes: {
        ...written(details),
        ...writeFiles(files),
        ...(equality.length === 0 ? {} : { [EQUALITY]: equality }),
        external_system_reference: reference,
        ...(locale === null ? {} : { locale }),
        ...(source === null ? {} : { channel_source: source }),
      },
      relationships: { job: { data: { type: 'jobs', id: job } } },
    },
  };
}
