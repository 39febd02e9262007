import { type ResourceType, readOnly, toMany } from './resource-type.ts';

/** The document shows `conditional` alone; the names of the other attributes are a reading (`src/server/service/README.md#where-it-is-silent`). */
export const questions: ResourceType = {
  type: 'questions',
  attributes: new Map([
    ...readOnly('title additional_information question_type required num_required_answer_options'),
    ...readOnly('max_num_required_answer_options multiple_choice_options conditional created_at updated_at'),
  ]),
  extraFields: [],
  relationships: [toMany('conditional_questions', 'questions')],
};
