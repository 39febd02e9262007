import type { QuestionCatalogue } from '../question-catalogue.ts';
import { questionsMade, type SampleQuestion } from '../sample-form.ts';
import type { StoredResource } from './stored-resource.ts';

/** A question with the ids in its relationship, which may not exist. */
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
