import { fileUrl } from '../files/file-store.ts';
import type { QuestionCatalogue } from '../question-catalogue.ts';
import type { AnswerRecord, RecordStore } from '../records/record-store.ts';
import { questionsMade, type SampleQuestion } from '../sample-form.ts';
import type { Place } from '../sandbox-state.ts';
import { identifierOf, type StoredResource } from './stored-resource.ts';

/** Builds a question whose relationship may also contain ids that do not exist. */
export const storedQuestion = (catalogue: QuestionCatalogue, question: SampleQuestion): StoredResource => ({
  id: question.id,
  type: 'questions',
  attributes: attributesOf(question),
  extraFields: {},
  links: {
    conditional_questions: catalogue.relatedIds(question).map((id) => ({ type: 'questions', id })),
  },
});

function attributesOf(question: SampleQuestion): Readonly<Record<string, unknown>> {
  return {
    title: question.title,
    additional_information: question.help ?? null,
    question_type: question.type,
    required: question.required ?? false,
    num_required_answer_options: question.minimum ?? null,
    max_num_required_answer_options: question.maximum ?? null,
    multiple_choice_options: question.options ?? [],
    conditional: question.conditional ?? null,
    created_at: question.createdAt ?? questionsMade,
    updated_at: question.updatedAt ?? questionsMade,
    ...question.raw,
  };
}

/** The context of an answer's file: a reading, like the contexts of attachments. */
export const ANSWER_CONTEXT = 'document_answer';

/** Returns undefined if the question is not in the catalogue. */
export function storedAnswer({ state, baseUrl }: Place, answer: AnswerRecord): StoredResource | undefined {
  const question = state.catalogue.find(answer.questionId)?.question;
  if (question === undefined) return undefined;
  const document = documentAnswer(baseUrl, answer);
  return {
    id: answer.id,
    type: 'answers',
    attributes: { ...answerAttributes(answer, question), document_answer: document },
    extraFields: { attachments: attachmentsOf(document) },
    links: {
      answer_options: optionsOf(answer).map(identifierOf),
      question: { type: 'questions', id: answer.questionId },
      answerable: { type: 'applications', id: answer.applicationId },
    },
  };
}

/** The number of digits at the end of an option's id that give its position in the list. */
const POSITION_DIGITS = 3;

/** The options that an answer created. An option's id is the id of the answer followed by its position. */
export function optionsOf(answer: AnswerRecord): readonly StoredResource[] {
  return (answer.value.options ?? []).map((text, index) => ({
    id: `${answer.id}${String(index + 1).padStart(POSITION_DIGITS, '0')}`,
    type: 'answer_options',
    attributes: { text },
    extraFields: {},
    links: {},
  }));
}

export function storedAnswerOption(
  records: Pick<RecordStore, 'findAnswer'>,
  id: string,
): StoredResource | undefined {
  const answer = records.findAnswer(id.slice(0, -POSITION_DIGITS));
  return answer === undefined ? undefined : optionsOf(answer).find((option) => option.id === id);
}

/** Returns the readable attributes; those of other types of questions are null. */
export function answerAttributes(
  answer: AnswerRecord,
  question: SampleQuestion,
): Readonly<Record<string, unknown>> {
  const { attributes, options } = answer.value;
  return {
    title: question.title,
    additional_information: question.help ?? null,
    question_type: question.type,
    boolean_answer: attributes['boolean_answer'] ?? null,
    number_answer: attributes['number_answer'] ?? null,
    document_answer: null,
    date_answer: attributes['date_answer'] ?? null,
    url_answer: attributes['url_answer'] ?? null,
    date_from_answer: attributes['date_from_answer'] ?? null,
    date_to_answer: attributes['date_to_answer'] ?? null,
    multiple_choice_answer: options ?? [],
    text_answer: attributes['text_answer'] ?? null,
    created_at: answer.createdAt,
    updated_at: answer.updatedAt,
  };
}

type DocumentAnswer = ReturnType<typeof documentAnswer>;

/** Returns the extra field `attachments`, with the members of an attachment in the document. */
function attachmentsOf(document: DocumentAnswer): readonly object[] {
  if (document === null) return [];
  const { context, name, url } = document;
  return [{ context, name, url }];
}

/** Returns the members of the service's public examples, and the `name` that attachments have in the document. */
function documentAnswer(baseUrl: string, { value: { document } }: AnswerRecord) {
  if (document === null) return null;
  const { filename } = document;
  return { context: ANSWER_CONTEXT, filename, name: filename, url: fileUrl(baseUrl, document) };
}
