/** Writes the body of `POST /api/v1/answers` as the service's document has it: one answer, its own question id. */
import type { OutgoingAnswer, OutgoingValue } from '../model/answer.ts';
import type { ApplicationId } from '../model/ids.ts';
import { writePlainValue } from './write-submission.ts';

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

export interface FileContent {
  /** Data URI. */
  readonly data: string;
  readonly name: string;
}

/** @param file the content of a `document` value; without it the answer carries its name alone */
export function writeAnswer(
  answer: OutgoingAnswer,
  application: ApplicationId,
  file?: FileContent,
): AnswerBody {
  const { question, value } = answer;
  const relationships = {
    question: { data: { type: 'questions', id: question } },
    answerable: { data: { type: 'applications', id: application } },
  };
  if (value.kind === 'choice') return writeChoice(relationships, value.options);
  return { data: { type: 'answers', attributes: attributesOf(value, file), relationships } };
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

function attributesOf(
  value: Exclude<OutgoingValue, { kind: 'choice' }>,
  file: FileContent | undefined,
): AnswerBody['data']['attributes'] {
  if (value.kind !== 'document') return writePlainValue(value);
  const filename = { document_base64_filename: file?.name ?? value.file.name };
  return file === undefined ? filename : { document_base64_data: file.data, ...filename };
}
