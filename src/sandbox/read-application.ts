import { answerResource } from './answer-resource.ts';
import { applicationResource } from './application-resource.ts';
import type { Document, Resource } from './json-api.ts';
import { checkParameters, listOf, listRule, localeRule, type ParameterRules } from './query-parameters.ts';
import { questionResource } from './question-resource.ts';
import type { AnswerRecord } from './record-store.ts';
import type { SandboxState } from './sandbox-state.ts';
import { accepted, type Checked, notFound, refused } from './service-fault.ts';

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
