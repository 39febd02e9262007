import { type Identifier, notIncluded, type Relationship, type Resource } from './json-api.ts';
import type { AnswerRecord, DocumentRecord } from './record-store.ts';
import type { SampleQuestion } from './sample-form.ts';

/** Which relationships of an answer carry `data`. */
export interface AnswerView {
  readonly question: boolean;
  readonly answerable: boolean;
  readonly options: boolean;
}

export function answerResource(answer: AnswerRecord, question: SampleQuestion, view: AnswerView): Resource {
  const loaded = (wanted: boolean, data: Identifier | readonly Identifier[]): Relationship =>
    wanted ? { data } : notIncluded;
  return {
    id: answer.id,
    type: 'answers',
    attributes: attributesOf(answer, question),
    relationships: {
      answer_options: loaded(view.options, optionResources(answer).map(identifierOf)),
      question: loaded(view.question, { type: 'questions', id: answer.questionId }),
      answerable: loaded(view.answerable, { type: 'applications', id: answer.applicationId }),
    },
  };
}

/** The options that an answer created; their own ids are the answer's with the place in the list. */
export function optionResources(answer: AnswerRecord): readonly Resource[] {
  return (answer.value.options ?? []).map((text, place) => ({
    id: `${answer.id}${String(place + 1).padStart(3, '0')}`,
    type: 'answer_options',
    attributes: { text },
    relationships: {},
  }));
}

const identifierOf = ({ type, id }: Identifier): Identifier => ({ type, id });

/** The readable attributes of the document, those of other types null; write-only ones never return. */
function attributesOf(answer: AnswerRecord, question: SampleQuestion): Readonly<Record<string, unknown>> {
  const { attributes, document, options } = answer.value;
  return {
    title: question.title,
    additional_information: question.help ?? null,
    question_type: question.type,
    boolean_answer: attributes['boolean_answer'] ?? null,
    number_answer: attributes['number_answer'] ?? null,
    document_answer: document === null ? null : documentAnswer(answer.id, document),
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

/** Members as in the service's public examples; the address leads nowhere, since the bytes are not kept. */
function documentAnswer(id: string, document: DocumentRecord): Readonly<Record<string, unknown>> {
  const url = `https://files.sandbox.example/answers/${id}/${encodeURIComponent(document.filename)}`;
  return { context: 'document_answer', filename: document.filename, name: document.filename, url };
}
