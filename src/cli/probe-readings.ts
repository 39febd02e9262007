/** Every reading of the service that a GET can show: the requests, and what their replies must show. */
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
  /** The requests. Absent if the sample's questions are enough; empty if an id is unknown. */
  readonly asks?: (sample: sampling.Sample) => readonly sampling.Question[];
  /** Called with the replies if none was refused. Gives null if they do not tell. */
  readonly holds: (documents: readonly unknown[], sample: sampling.Sample) => boolean | null;
  /** The consequence if the reading does not hold. */
  readonly otherwise?: string;
}

/** One form may be badly written, so the majority of its questions decides. */
const most =
  (find: (questions: readonly unknown[]) => readonly unknown[], keeps: (one: unknown) => boolean) =>
  (_: readonly unknown[], { questions }: sampling.Sample): boolean | null => {
    const all = find(questions);
    return all.length === 0 ? null : all.filter(keeps).length * 2 > all.length;
  };

const conditionalOf = (one: unknown): unknown => attribute(one, 'conditional') ?? null;
const parentOf = (one: unknown) => text(member(conditionalOf(one), 'parent_question_id'));
const conditionOf = (one: unknown) => list(member(conditionalOf(one), 'conditions'))[0];
const namesChildren = (one: unknown) => linked(one, 'conditional_questions');

/** Tells the order of day and month: `05/06/2026` is ambiguous; `25/06/2026` and `06/25/2026` are not. */
const isWritten =
  (order: 'dmy' | 'mdy') =>
  (_: readonly unknown[], { questions }: sampling.Sample): boolean | null => {
    const types = new Map(questions.map((one) => [idOf(one), textOf(one, 'question_type')]));
    const dates = questions
      .filter((one) => types.get(parentOf(one)) === 'date')
      .map((one) => /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}/.exec(String(member(conditionOf(one), 'value'))));
    const dayFirst = dates.filter((date) => Number(date?.[1]) > 12).length;
    const monthFirst = dates.filter((date) => Number(date?.[2]) > 12).length;
    return dayFirst === monthFirst ? null : dayFirst > monthFirst === (order === 'dmy');
  };

/** Whether the first of these attributes that exists has a known word. */
function isKnownWord(document: unknown, attributes: readonly string[], words: readonly string[]): boolean {
  const word = attributes.flatMap((name) => textOf(member(document, 'data'), name) ?? [])[0];
  return words.includes(word?.toLowerCase() ?? '');
}

/** Whether the answers came with the application; null if it has none. */
function bringsAnswers(document: unknown, own = member(document, 'data')): boolean | null {
  const named = linked(own, 'answers');
  if (named?.length === 0) return null;
  const came = new Set(idsOf(includedOf(document, 'answers')));
  return named?.every((id) => came.has(id)) ?? false;
}

const NESTED = 'conditional_questions.conditional_questions';

const ofQuestions: readonly Reading[] = [
  ...(
    [
      ['eq', sampling.FILTER_EQ],
      ['plain', sampling.FILTER_PLAIN],
    ] as const
  ).map(
    ([value, filter]): Reading => ({
      reading: `The questions of a job: ${filter}=ID`,
      option: ['questionFilter', value],
      asks: ({ job }) => sampling.filtered(filter, job),
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
    asks: ({ form, posting }) => sampling.filtered(Object.keys(form)[0] ?? sampling.FILTER_EQ, posting),
    holds: sampling.isFiltered,
  },
  {
    reading: 'Follow-ups come in "included": include=conditional_questions',
    holds: (_, { questions }) => {
      const known = new Set(idsOf(questions));
      const named = questions.flatMap((one) => namesChildren(one) ?? []);
      return named.length === 0 ? null : named.filter((id) => known.has(id)).length * 2 > named.length;
    },
    otherwise: 'The form never asks them.',
  },
  {
    reading: `Follow-ups of follow-ups: ${NESTED}`,
    asks: ({ form }) => [questionsOf({ ...form, include: NESTED })],
    holds([document]) {
      const children = includedOf(document, 'questions');
      return children.length === 0 ? null : children.some((one) => namesChildren(one) !== null);
    },
    otherwise: 'The form asks only the first level.',
  },
  {
    reading: 'Pages of questions: page[number], page[size]',
    asks: () => [questionsOf(), questionsOf({ 'page[number]': '2', 'page[size]': '1' })],
    holds([whole, second]) {
      const ids = idsOf(dataOf(whole));
      return ids.length < 2 ? null : idsOf(dataOf(second)).join() === ids[1];
    },
  },
  {
    reading: 'A question has title, required and a known question_type',
    holds: most(
      (all) => all,
      (one) =>
        ['title', 'required'].every((name) => attribute(one, name) !== undefined) &&
        questionTypes.some((known) => known === textOf(one, 'question_type')),
    ),
    otherwise: 'The form shows a notice for questions of other types.',
  },
  {
    reading: 'A choice has options with texts, and max_num_required_answer_options',
    holds: most(
      (all) => all.filter((one) => textOf(one, 'question_type') === 'multiple_choice'),
      (one) =>
        optionTexts(attribute(one, 'multiple_choice_options')).every((option) => option !== null) &&
        attribute(one, 'max_num_required_answer_options') !== undefined,
    ),
    otherwise: 'Choices cannot be answered, or all take several options.',
  },
  {
    reading: 'The same questions in another language: locale=',
    asks: ({ form }) => [
      questionsOf(form),
      ...translatedLocales.map((locale) => questionsOf({ ...form, locale })),
    ],
    holds([canonical, ...translated]) {
      const idsIn = (document: unknown) => idsOf(dataOf(document)).join();
      const titlesIn = (document: unknown) =>
        dataOf(document)
          .map((one) => textOf(one, 'title'))
          .join();
      if (translated.some((one) => idsIn(one) !== idsIn(canonical))) return false;
      return translated.some((one) => titlesIn(one) !== titlesIn(canonical)) || null;
    },
    otherwise: 'The form shows the canonical texts.',
  },
  {
    reading: 'A follow-up carries parent_question_id, position and conditions with operators of the document',
    holds: most(
      (all) => all.filter((one) => conditionalOf(one) !== null),
      (one) =>
        parentOf(one) !== null &&
        typeof member(conditionalOf(one), 'position') === 'number' &&
        readOperator(text(member(conditionOf(one), 'operator'))) !== null,
    ),
    otherwise: '"npx apply-form-server check-questions" names follow-ups that are never shown.',
  },
  {
    reading: 'Day first in dates such as 05/06/2026',
    option: ['dateOrder', 'dmy'],
    holds: isWritten('dmy'),
  },
  { reading: 'Month first in such dates', option: ['dateOrder', 'mdy'], holds: isWritten('mdy') },
];

const ofJobs: readonly Reading[] = [
  {
    reading: 'A job shows its title, state and visibility: GET /api/v1/jobs/ID',
    asks: ({ job }) => (job === null ? [] : [{ path: resourcePath('jobs', job) }]),
    holds: ([document]) =>
      textOf(member(document, 'data'), 'title') !== null &&
      isKnownWord(document, jobAttributes.visibility, allVisibilities) &&
      isKnownWord(document, jobAttributes.state, Object.values(jobStates).flat()),
    otherwise: 'APPLY_PUBLIC_JOBS=all is refused: list the ids of public jobs.',
  },
  {
    reading: 'A posting names its job: GET /api/v1/job_postings/ID?include=job',
    option: ['readPosting', 'single'],
    asks: ({ posting }) =>
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
    asks: () => [sampling.JOBS],
    holds: ([document]) =>
      dataOf(document).length === 0
        ? null
        : dataOf(document).some((one) => linked(one, 'job_postings')?.length),
  },
];

const ofApplications: readonly Reading[] = [
  {
    reading: 'Answers of one application name their question: include=answers.question',
    asks: ({ application }) => sampling.readApplication(application, { include: 'answers.question' }),
    holds: ([document]) =>
      bringsAnswers(document) &&
      includedOf(document, 'answers').every((one) => path(one, 'relationships', 'question', 'data', 'id')),
    otherwise: 'Answers are matched by title and type.',
  },
  {
    reading: 'An application includes its answers: include=answers',
    option: ['readBack', 'single'],
    asks: ({ application }) => sampling.readApplication(application, { include: 'answers' }),
    holds: ([document]) => bringsAnswers(document),
    otherwise: 'If the list does not include them either, withoutReadBack applies to unclear answers.',
  },
  {
    reading: 'The list of applications includes answers: filter[candidate_phone], include=answers',
    option: ['readBack', 'list'],
    asks: ({ phone }) =>
      phone === null
        ? []
        : [sampling.applicationsOf({ 'filter[candidate_phone]': phone, include: 'answers' })],
    holds: ([document], { application }) =>
      bringsAnswers(
        document,
        dataOf(document).find((one) => idOf(one) === application),
      ),
  },
  {
    reading: 'Applications show external_system_reference, by which we find them',
    asks: () => [
      sampling.applicationsOf({ 'fields[applications]': 'id,created_at,external_system_reference' }),
    ],
    holds: ([document]) => {
      const listed = dataOf(document);
      const has = listed.every((one) => attribute(one, 'external_system_reference') !== undefined);
      return listed.length === 0 ? null : has;
    },
    otherwise: 'An application is parked if it is unclear whether it was created.',
  },
];

export const readings: readonly Reading[] = [...ofQuestions, ...ofJobs, ...ofApplications];
