import { answerResource } from './answer-resource.ts';
import { type Document, notIncluded, type Relationship, type Resource } from './json-api.ts';
import { checkParameters, listOf, listRule, localeRule, type ParameterRules } from './query-parameters.ts';
import { questionResource } from './question-resource.ts';
import type { AnswerRecord, ApplicationRecord } from './record-store.ts';
import type { SandboxState } from './sandbox-state.ts';
import { accepted, type Checked, notFound, refused } from './service-fault.ts';

/** The relationship names of applications, in the document's order. */
const relationshipNames = [
  'job',
  'job_posting',
  'stage',
  'furthest_stage',
  'candidate',
  'hris_reference',
  'onboarding_application',
  'resume',
  'document_requests',
  'offers',
  'answers',
  'custom_attributes',
  'structured_section_responses',
  'scorecard_ratings',
  'scorecard_notes',
  'scorecard_answers',
  'user_scorecards',
  'comments',
] as const;

/** Of the eighteen relationships only answers are built; the nested path is a reading. */
const includePaths: ReadonlySet<string> = new Set(['answers', 'answers.question']);

const rules: ParameterRules = new Map([
  ['include', listRule((path) => includePaths.has(path), 'answers or answers.question')],
  ['locale', localeRule],
]);

/** `GET /api/v1/applications/{id}`. */
export function readApplication(state: SandboxState, id: string, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, rules);
  if (fault !== null) return refused(fault);
  const application = state.records.findApplication(id);
  if (application === undefined) return refused(notFound);
  const include = query.get('include');
  const answers = include === null ? null : state.records.answers(id);
  const data = applicationResource(application, answers);
  if (answers === null || include === null) return accepted({ data, meta: {} });
  return accepted({ data, included: includedOf(state, answers, listOf(include)), meta: {} });
}

/** No person stands behind a sandbox application: what would name one is null. */
function applicationResource(
  application: ApplicationRecord,
  answers: readonly AnswerRecord[] | null,
): Resource {
  return {
    id: application.id,
    type: 'applications',
    attributes: {
      uuid: application.uuid,
      created_at: application.createdAt,
      updated_at: application.createdAt,
      candidate_id: Number(application.id),
      job_id: Number(application.jobId),
      job_posting_id: null,
      stage_id: 1,
      rejected_at: null,
      hired_at: null,
      first_name: null,
      last_name: null,
      email: null,
      phone: null,
      external_system_reference: null,
      locale: 'en',
      is_demo: true,
    },
    relationships: relationshipsOf(answers),
  };
}

function relationshipsOf(answers: readonly AnswerRecord[] | null): Readonly<Record<string, Relationship>> {
  const unloaded = Object.fromEntries(relationshipNames.map((name) => [name, notIncluded]));
  if (answers === null) return unloaded;
  return { ...unloaded, answers: { data: answers.map(({ id }) => ({ type: 'answers', id })) } };
}

function includedOf(
  state: SandboxState,
  answers: readonly AnswerRecord[],
  paths: readonly string[],
): readonly Resource[] {
  const question = paths.includes('answers.question');
  const entries = answers.flatMap((answer) => {
    const entry = state.catalogue.find(answer.questionId);
    return entry === undefined ? [] : [{ answer, question: entry.question }];
  });
  const view = { question, answerable: false, options: false };
  const resources = entries.map((entry) => answerResource(entry.answer, entry.question, view));
  if (!question) return resources;
  const questions = new Set(entries.map((entry) => entry.question));
  return [
    ...resources,
    ...[...questions].map((asked) => questionResource(asked, { fields: null, relatedIds: null })),
  ];
}
