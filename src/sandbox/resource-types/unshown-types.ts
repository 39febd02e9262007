import { type ResourceType, readOnly, toMany, toOne } from './resource-type.ts';

/**
 * The types whose fields the document does not show. A reading: each has one attribute that a person can read, so that
 * `include` returns something; a client must not rely on it.
 */

const named = (type: string): ResourceType => ({
  type,
  attributes: new Map(readOnly('name')),
  extraFields: [],
  relationships: [],
});

export const unshownTypes: readonly ResourceType[] = [
  {
    type: 'jobs',
    // `src/server/service/README.md#what-the-readings-rest-on`: the states of a job and the address of its hosted form.
    attributes: new Map(readOnly('title state application_form_url')),
    extraFields: [],
    relationships: [toMany('job_postings', 'job_postings')],
  },
  {
    // A reading, as the postings of a job are.
    type: 'job_postings',
    attributes: new Map(readOnly('name')),
    extraFields: [],
    relationships: [toOne('job', 'jobs')],
  },
  {
    type: 'structured_section_responses',
    attributes: new Map(readOnly('name date_from date_to position')),
    extraFields: [],
    // A reading (`src/sandbox/README.md#its-readings`): read with `include=structured_section_responses.answers`.
    relationships: [toMany('answers', 'answers')],
  },
  {
    type: 'answer_options',
    attributes: new Map(readOnly('text')),
    extraFields: [],
    relationships: [],
  },
  {
    type: 'candidate_surveys',
    attributes: new Map(readOnly('name')),
    extraFields: [],
    relationships: [toOne('candidate', 'candidates')],
  },
  ...[
    ...['stages', 'hris_exports', 'onboarding_applications', 'resumes', 'document_requests'],
    ...['offers', 'custom_attributes', 'scorecard_ratings', 'scorecard_notes', 'scorecard_answers'],
    ...['user_scorecards', 'users', 'skills'],
  ].map(named),
];
