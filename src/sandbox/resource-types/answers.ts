import { type ResourceType, readOnly, readWrite, toMany, toOne, writeOnly } from './resource-type.ts';

/** Which attribute answers which type of question, and with what value: `answer-kinds.ts`. */
export const answers: ResourceType = {
  type: 'answers',
  attributes: new Map([
    ...readOnly('title additional_information question_type document_answer multiple_choice_answer'),
    ...readOnly('created_at updated_at'),
    ...readWrite('boolean_answer number_answer date_answer date_from_answer date_to_answer'),
    ...readWrite('url_answer text_answer'),
    ...writeOnly('document_base64_data document_base64_filename document_signed_id'),
  ]),
  extraFields: ['attachments'],
  relationships: [
    toMany('answer_options', 'answer_options'),
    toOne('question', 'questions'),
    toOne('answerable', 'applications', 'job_seekers', 'candidate_surveys'),
  ],
};
