/** Lists the readings of the service that reads can check: the requests, and what their replies must show. */
import { readOperator } from '../core/conditions/operators.ts';
import { list, member, path, text } from '../core/jsonapi/json.ts';
import { optionTexts } from '../core/jsonapi/read-questions.ts';
import { questionTypes } from '../core/model/question.ts';
import { allVisibilities, jobAttributes, jobStates, translatedLocales } from '../server/service/queries.ts';
import { resourcePath } from '../server/service/send-request.ts';
import * as sampling from './probe-sample.ts';
import { attribute, dataOf, idOf, idsOf, includedOf, linked, questionsOf, textOf } from './probe-sample.ts';

/** Members of a tenant in `APPLY_CONFIG` that a reading can decide. */
export type OptionName = 'questionFilter' | 'questionsBy' | 'readPosting' | 'dateOrder' | 'readBack';

export interface Reading {
  /** The reading as a statement. */
  readonly reading: string;
  /** The option and value to set if the reading holds. */
  readonly option?: readonly [OptionName, string];
  /** Returns the requests; none if an id is not known. Absent if the questions of the sample are enough. */
  readonly requests?: (sample: sampling.Sample) => readonly sampling.GetRequest[];
  /** Called with the replies if none was refused. Returns null if they prove nothing. */
  readonly holds: (documents: readonly unknown[], sample: sampling.Sample) => boolean | null;
  /** The consequence if the reading does not hold. */
  readonly otherwise?: string;
}

/** One form may be badly written, so the majority of its questions decides. */
const majority =
  (find: (questions: readonly unknown[]) => readonly unknown[], meets: (question: unknown) => boolean) =>
  (_: readonly unknown[], { questions }: sampling.Sample): boolean | null => {
    const found = find(questions);
    return found.length === 0 ? null : found.filter(meets).length * 2 > found.length;
  };

const conditionalOf = (question: unknown): unknown => attribute(question, 'conditional') ?? null;
const parentOf = (question: unknown) => text(member(conditionalOf(question), 'parent_question_id'));
const conditionOf = (question: unknown) => list(member(conditionalOf(question), 'conditions'))[0];
const childrenOf = (question: unknown) => linked(question, 'conditional_questions');

/** Whether dates are written in this order: `25/06/2026` and `06/25/2026` show the order, `05/06/2026` does not. */
const writesDates =
  (order: 'dmy' | 'mdy') =>
  (_: readonly unknown[], { questions }: sampling.Sample): boolean | null => {
    const types = new Map(questions.map((question) => [idOf(question), textOf(question, 'question_type')]));
    const dates = questions
      .filter((question) => types.get(parentOf(question)) === 'date')
      .map((question) => String(member(conditionOf(question), 'value')))
      .map((value) => /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}/.exec(value));
    const dayFirst = dates.filter((date) => Number(date?.[1]) > 12).length;
    const monthFirst = dates.filter((date) => Number(date?.[2]) > 12).length;
    return dayFirst === monthFirst ? null : dayFirst > monthFirst === (order === 'dmy');
  };

/** Whether the first of these attributes that exists contains one of the words. */
function isKnownWord(document: unknown, attributes: readonly string[], words: readonly string[]): boolean {
  const word = attributes.flatMap((name) => textOf(member(document, 'data'), name) ?? [])[0];
  return words.includes(word?.toLowerCase() ?? '');
}

/** Whether the document includes the answers of the application; null if it has none. */
function includesAnswers(document: unknown, own = member(document, 'data')): boolean | null {
  const named = linked(own, 'answers');
  if (named?.length === 0) return null;
  const included = new Set(idsOf(includedOf(document, 'answers')));
  return named?.every((id) => included.has(id)) ?? false;
}

const NESTED = 'conditional_questions.conditional_questions';

const questionReadings: readonly Reading[] = [
  ...(
    [
      ['eq', sampling.FILTER_EQ],
      ['plain', sampling.FILTER_PLAIN],
    ] as const
  ).map(
    ([value, filter]): Reading => ({
      reading: `The questions of a job: ${filter}=ID`,
      option: ['questionFilter', value],
      requests: ({ job }) => sampling.filtered(filter, job),
      holds: sampling.isFiltered,
    }),
  ),
  {
    reading: 'Questions belong to jobs',
    option: ['questionsBy', 'job'],
    holds: (_, { form }) => Object.keys(form).length > 0 || null,
  },
  {
    reading: 'Questions belong to postings',
    option: ['questionsBy', 'posting'],
    requests: ({ form, posting }) => sampling.filtered(Object.keys(form)[0] ?? sampling.FILTER_EQ, posting),
    holds: sampling.isFiltered,
  },
  {
    reading: 'Follow-ups come in "included": include=conditional_questions',
    holds: (_, { questions }) => {
      const known = new Set(idsOf(questions));
      const named = questions.flatMap((question) => childrenOf(question) ?? []);
      return named.length === 0 ? null : named.filter((id) => known.has(id)).length * 2 > named.length;
    },
    otherwise: 'The form never requests them.',
  },
  {
    reading: `Follow-ups of follow-ups: ${NESTED}`,
    requests: ({ form }) => [questionsOf({ ...form, include: NESTED })],
    holds([document]) {
      const children = includedOf(document, 'questions');
      return children.length === 0 ? null : children.some((child) => childrenOf(child) !== null);
    },
    otherwise: 'The form requests only the first level.',
  },
  {
    reading: 'Pages of questions: page[number], page[size]',
    requests: () => [questionsOf(), questionsOf({ 'page[number]': '2', 'page[size]': '1' })],
    holds([whole, second]) {
      const ids = idsOf(dataOf(whole));
      return ids.length < 2 ? null : idsOf(dataOf(second)).join() === ids[1];
    },
  },
  {
    reading: 'A question has title, required and a known question_type',
    holds: majority(
      (all) => all,
      (question) =>
        ['title', 'required'].every((name) => attribute(question, name) !== undefined) &&
        questionTypes.some((known) => known === textOf(question, 'question_type')),
    ),
    otherwise: 'The form shows a notice for questions of other types.',
  },
  {
    reading: 'A choice has options with texts, and max_num_required_answer_options',
    holds: majority(
      (all) => all.filter((question) => textOf(question, 'question_type') === 'multiple_choice'),
      (question) =>
        optionTexts(attribute(question, 'multiple_choice_options')).every((option) => option !== null) &&
        attribute(question, 'max_num_required_answer_options') !== undefined,
    ),
    otherwise: 'Choices cannot be answered, or all take several options.',
  },
  {
    reading: 'The same questions in another language: locale=',
    requests: ({ form }) => [
      questionsOf(form),
      ...translatedLocales.map((locale) => questionsOf({ ...form, locale })),
    ],
    holds([canonical, ...translated]) {
      const idsIn = (document: unknown) => idsOf(dataOf(document)).join();
      const titlesIn = (document: unknown) =>
        dataOf(document)
          .map((question) => textOf(question, 'title'))
          .join();
      if (translated.some((document) => idsIn(document) !== idsIn(canonical))) return false;
      return translated.some((document) => titlesIn(document) !== titlesIn(canonical)) || null;
    },
    otherwise: 'The form shows the canonical texts.',
  },
  {
    reading: 'A follow-up carries parent_question_id, position and conditions with operators of the document',
    holds: majority(
      (all) => all.filter((question) => conditionalOf(question) !== null),
      (question) =>
        parentOf(question) !== null &&
        typeof member(conditionalOf(question), 'position') === 'number' &&
        readOperator(text(member(conditionOf(question), 'operator'))) !== null,
    ),
    otherwise: '"npx apply-form-server check-questions" names follow-ups that are never shown.',
  },
  {
    reading: 'Day first in dates such as 05/06/2026',
    option: ['dateOrder', 'dmy'],
    holds: writesDates('dmy'),
  },
  { reading: 'Month first in such dates', option: ['dateOrder', 'mdy'], holds: writesDates('mdy') },
];

const jobReadings: readonly Reading[] = [
  {
    reading: 'A job shows its title, state and visibility: GET /api/v1/jobs/ID',
    requests: ({ job }) => (job === null ? [] : [{ path: resourcePath('jobs', job) }]),
    holds: ([document]) =>
      textOf(member(document, 'data'), 'title') !== null &&
      isKnownWord(document, jobAttributes.visibility, allVisibilities) &&
      isKnownWord(document, jobAttributes.state, Object.values(jobStates).flat()),
    otherwise: 'APPLY_PUBLIC_JOBS=all is refused: list the ids of public jobs.',
  },
  {
    reading: 'A posting names its job: GET /api/v1/job_postings/ID?include=job',
    option: ['readPosting', 'single'],
    requests: ({ posting }) =>
      posting === null ? [] : [{ path: resourcePath('job_postings', posting), query: { include: 'job' } }],
    holds([document]) {
      const own = member(document, 'data');
      return (path(own, 'relationships', 'job', 'data', 'id') ?? textOf(own, 'job_id')) !== null;
    },
    otherwise: 'If jobs do not name their postings either, pages must name the job.',
  },
  {
    reading: 'Jobs name their postings: GET /api/v1/jobs?include=job_postings',
    option: ['readPosting', 'list'],
    requests: () => [sampling.JOBS],
    holds: ([document]) =>
      dataOf(document).length === 0
        ? null
        : dataOf(document).some((job) => linked(job, 'job_postings')?.length),
  },
];

const applicationReadings: readonly Reading[] = [
  {
    reading: 'Answers of one application name their question: include=answers.question',
    requests: ({ application }) => sampling.readApplication(application, { include: 'answers.question' }),
    holds: ([document]) =>
      includesAnswers(document) &&
      includedOf(document, 'answers').every((answer) =>
        path(answer, 'relationships', 'question', 'data', 'id'),
      ),
    otherwise: 'Answers are matched by title and type.',
  },
  {
    reading: 'An application includes its answers: include=answers',
    option: ['readBack', 'single'],
    requests: ({ application }) => sampling.readApplication(application, { include: 'answers' }),
    holds: ([document]) => includesAnswers(document),
    otherwise: 'If the list does not include them either, withoutReadBack applies to unclear answers.',
  },
  {
    reading: 'The list of applications includes answers: filter[candidate_phone], include=answers',
    option: ['readBack', 'list'],
    requests: ({ phone }) =>
      phone === null
        ? []
        : [sampling.applicationsOf({ 'filter[candidate_phone]': phone, include: 'answers' })],
    holds: ([document], { application }) =>
      includesAnswers(
        document,
        dataOf(document).find((listed) => idOf(listed) === application),
      ),
  },
  {
    reading: 'Applications show external_system_reference, by which we find them',
    requests: () => [
      sampling.applicationsOf({ 'fields[applications]': 'id,created_at,external_system_reference' }),
    ],
    holds: ([document]) => {
      const listed = dataOf(document);
      const isShown = (resource: unknown) => attribute(resource, 'external_system_reference') !== undefined;
      return listed.length === 0 ? null : listed.every(isShown);
    },
    otherwise: 'An application is parked if it is unclear whether it was created.',
  },
];

export const readings: readonly Reading[] = [...questionReadings, ...jobReadings, ...applicationReadings];
