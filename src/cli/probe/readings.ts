/** Every reading: its statement about a service, what GETs show of it, and what follows where it does not hold. */

import { readOperator } from '../../core/conditions/operators.ts';
import { readDate } from '../../core/conditions/read-date.ts';
import { list, member, path } from '../../core/jsonapi/json.ts';
import { optionTexts } from '../../core/jsonapi/read-questions.ts';
import { questionTypes } from '../../core/model/question.ts';
import {
  allVisibilities,
  jobAttributes,
  jobStates,
  nestedIncludes,
  writeQuery,
} from '../../server/service/queries.ts';
import {
  type Answered,
  attribute,
  dataOf,
  includedOf,
  isGood,
  linked,
  type Query,
  singleOf,
  textOf,
} from './asker.ts';
import {
  bringsAnswers,
  childrenIn,
  dateIn,
  lookAtDateOrder,
  lookAtFilter,
  lookAtFollowUps,
  lookAtLanguages,
  lookAtOwner,
  lookAtPages,
  lookAtPosting,
  lookAtReadBack,
  lookDeeper,
  mostOf,
  ofDates,
  operatorOf,
  parentOf,
  type Seen,
} from './looks.ts';
import { APPLICATIONS, below, NOTHING, newest, QUESTIONS, type Scene, withTags } from './sample.ts';

export interface Reading {
  /** As a statement. */
  readonly reading: string;
  /** What a person may choose by. */
  readonly option?: string;
  /** Absent: no GET shows it. */
  readonly look?: (scene: Scene) => Promise<Seen>;
  /** What follows where it does not hold. */
  readonly not?: string;
  /** How it can be told where it could not. */
  readonly how?: string;
}

/** Judged by one reply; null: what it would name is not known. */
const reply =
  (ask: (scene: Scene) => Promise<Answered> | null, holds: (reply: Answered) => boolean | null) =>
  async (scene: Scene): Promise<Seen> => {
    const answered = await ask(scene);
    if (answered === null) return null;
    return isGood(answered) && holds(answered);
  };

const application =
  (query: Query) =>
  ({ ask, sample }: Scene) =>
    sample.application === null ? null : ask(below(APPLICATIONS, sample.application), query);

const job = ({ ask, sample }: Scene) => (sample.job === null ? null : ask(below('/api/v1/jobs', sample.job)));

/** Whether the first of these attributes that is there has a word that we know. */
const isKnownWord = (one: Answered, attributes: readonly string[], words: readonly string[]): boolean => {
  const word = attributes.flatMap((name) => textOf(singleOf(one), name) ?? [])[0];
  return words.includes(word?.toLowerCase() ?? '');
};

const JOB = 'Name a job whose form has some by --job ID.';
const APPLICATION =
  'Name an application that has answers, and a phone with its country code, by --application ID.';

const ofQuestions: readonly Reading[] = [
  {
    reading: 'The questions of a job: filter[questionable_id][eq]=ID',
    option: 'questionFilter',
    look: lookAtFilter,
    not: 'Where the other form does not filter either, ask the vendor of the service how to.',
  },
  {
    reading: 'The questions of a form belong to its job',
    option: 'questionsBy',
    look: lookAtOwner,
  },
  {
    reading: 'Follow-ups come in "included": include=conditional_questions',
    look: lookAtFollowUps,
    not: 'They are never asked.',
  },
  {
    reading: 'Follow-ups of follow-ups: conditional_questions.conditional_questions',
    look: reply(lookDeeper, (one) => {
      const children = includedOf(one, 'questions');
      return children.length === 0
        ? null
        : children.some((child) => linked(child, 'conditional_questions') !== null);
    }),
    not: 'One level is read, and what lies deeper is not asked.',
  },
  {
    reading: 'Pages of questions: page[number], page[size]',
    look: lookAtPages(QUESTIONS, { include: 'conditional_questions' }),
  },
  {
    reading: 'The number of questions: stats[total]=count, at meta.stats.total.count',
    look: reply(
      ({ ask }) => ask(QUESTIONS, { 'stats[total]': 'count', 'page[size]': '1' }),
      (one) => typeof path(one?.document, 'meta', 'stats', 'total', 'count') === 'number',
    ),
  },
  {
    reading: 'The attributes of a question: title, question_type, required',
    look: mostOf(
      (all) => all,
      (one) => ['title', 'question_type', 'required'].every((name) => attribute(one, name) !== undefined),
    ),
  },
  {
    reading: 'Every type of question is one of the ten that we know',
    look: mostOf(
      (all) => all,
      (one) => questionTypes.some((known) => known === textOf(one, 'question_type')),
    ),
    not: 'The form says that it cannot ask the others.',
  },
  {
    reading:
      'Options of a choice are texts, or objects with a text, and max_num_required_answer_options is there',
    look: mostOf(
      (all) => all.filter((one) => textOf(one, 'question_type') === 'multiple_choice'),
      (one) =>
        optionTexts(attribute(one, 'multiple_choice_options')).every((text) => text !== null) &&
        attribute(one, 'max_num_required_answer_options') !== undefined,
    ),
    not: 'Choices cannot be answered, or all take several options.',
  },
  {
    reading: 'The same questions in another language: locale=',
    look: lookAtLanguages,
    not: 'The canonical texts are shown.',
    how: 'Name a job whose questions are translated by --job ID.',
  },
  {
    reading: 'A follow-up carries parent_question_id, position and conditions with operators of the document',
    look: mostOf(
      childrenIn,
      (one) =>
        parentOf(one) !== null &&
        typeof member(attribute(one, 'conditional'), 'position') === 'number' &&
        readOperator(operatorOf(one)) !== null,
    ),
    not: '"npx apply-form-server check-questions" names those that are never shown.',
  },
  {
    reading: 'A date in a condition can be read, ISO or not',
    look: mostOf(ofDates, (one) => readDate(dateIn(one), 'dmy') !== null),
  },
  {
    reading: 'Day first in a date as 05/06/2026',
    option: 'APPLY_DATE_ORDER',
    look: lookAtDateOrder,
    how: 'No date shows it: name a job that compares one by --job ID, or ask who wrote it.',
  },
  {
    reading: 'A follow-up of a question without an answer is hidden',
    option: 'APPLY_UNANSWERED',
    how: 'Is a follow-up "is not …" there in the service\'s own form before anything is answered? Then set negated.',
  },
];

const ofJobs: readonly Reading[] = [
  {
    reading: 'A job can be read: GET /api/v1/jobs/ID has its title and its state',
    look: reply(
      job,
      (one) =>
        textOf(singleOf(one), 'title') !== null &&
        jobAttributes.state.some((name) => textOf(singleOf(one), name) !== null),
    ),
    not: 'The form shows no title, or a closed job looks open.',
  },
  {
    reading: 'A job says who may see it (external, confidential, internal, private_job) and its state',
    option: 'APPLY_PUBLIC_JOBS',
    look: reply(
      job,
      (one) =>
        isKnownWord(one, jobAttributes.visibility, allVisibilities) &&
        isKnownWord(one, jobAttributes.state, Object.values(jobStates).flat()),
    ),
    not: 'APPLY_PUBLIC_JOBS=all is refused: list the ids of public jobs.',
  },
  {
    reading: 'A posting says which job it advertises: GET /api/v1/job_postings/ID?include=job',
    option: 'readPosting',
    look: lookAtPosting,
    not: 'Where jobs do not name their postings either, a page has to name the job.',
    how: 'Name an application that came through a posting by --application ID.',
  },
];

const references = { 'fields[applications]': 'id,created_at,external_system_reference' };

const TIME = '1970-01-01T00:00:00Z';
const guessed = writeQuery({
  page: { size: 1 },
  filter: {
    banked: true,
    created_at: { gt: TIME },
    updated_at: { gt: TIME },
    structured_section_id: NOTHING,
  },
});
const further = writeQuery({
  include: nestedIncludes,
  extra_fields: { answers: 'attachments', candidates: 'tags' },
});

function isSorted(listed: readonly unknown[]): boolean {
  const times = listed.map((one) => Date.parse(textOf(one, 'created_at') ?? ''));
  return times.every((time, place) => time <= (times[place - 1] ?? Number.MAX_VALUE));
}

const ofApplications: readonly Reading[] = [
  {
    reading: 'Answers of one application name their question: include=answers.question',
    look: reply(application({ include: 'answers.question' }), (one) => {
      const isNamed = (answer: unknown) =>
        path(answer, 'relationships', 'question', 'data', 'id') !== undefined;
      return bringsAnswers(one) && includedOf(one, 'answers').every(isNamed);
    }),
    not: 'Answers are told by title and type.',
  },
  {
    reading: 'What an application holds can be looked up',
    option: 'readBack, withoutReadBack',
    look: lookAtReadBack,
    not: 'What became of an unclear answer cannot be known: withoutReadBack decides whether it is parked or sent again.',
  },
  {
    reading: 'An application is found by its external_system_reference, newest first',
    look: reply(
      ({ ask }) => ask(APPLICATIONS, { ...newest, ...references }),
      (one) => {
        const listed = dataOf(one);
        const has = listed.every((own) => attribute(own, 'external_system_reference') !== undefined);
        return listed.length === 0 ? null : has && isSorted(listed);
      },
    ),
    not: 'Where it is unclear whether an application was made, it is parked.',
  },
  {
    reading: 'Pages of applications: page[number], page[size]',
    look: lookAtPages(APPLICATIONS, { include: 'answers' }, newest),
  },
  {
    reading: 'Tags of an application: extra_fields[applications]=tags',
    look: reply(application(withTags), (one) => Array.isArray(attribute(singleOf(one), 'tags'))),
  },
  {
    reading:
      'Filters of questions by bank, time and section; all paths of include and extra_fields of an application',
    look: async (scene) => {
      const [questions, own] = [await scene.ask(QUESTIONS, guessed), await application(further)(scene)];
      return own === null ? null : isGood(questions) && isGood(own);
    },
    not: 'One of these names at least is refused. Only programs that use the client need them.',
  },
  {
    reading: 'A record that does not exist is 404, with a list "errors"',
    look: async ({ ask }) => {
      const one = await ask(below(APPLICATIONS, NOTHING));
      return one === null ? null : one.status === 404 && list(member(one.document, 'errors')).length > 0;
    },
  },
  {
    reading: 'A 429 says in Retry-After how long to wait',
    look: async ({ limited }) => (limited() === undefined ? null : limited() !== null),
    not: 'The pace is halved.',
    how: 'No request was too many, which is well.',
  },
];

/** The probe only reads. */
const ofWrites: readonly Reading[] = [
  {
    reading: 'A visitor can apply: POST /api/v1/applications',
    how: 'Apply to a job made for the purpose. A key that lacks the right to it is refused with 403.',
  },
  {
    reading:
      'An answer is taken with 201; a choice creates answer_options by text; each of several files is a POST',
    how: 'Send a form with both to such an application: does the service show them, and does the attention list stay empty?',
  },
  {
    reading: 'A change is answered by 200 with the resource: PATCH of an application',
    option: 'tag',
    how: 'Give the tenant a tag, and send a form to such an application: does the service show the tag?',
  },
  {
    reading: 'A file as an answer has at most 10 MB, and a type of documents_base64',
    option: 'documentBytes, documentTypes',
    how: "The document limits an application's files alone: ask the vendor, or send a larger one.",
  },
];

export const readings: readonly Reading[] = [
  ...[...ofQuestions, ...ofJobs].map((one) => ({ how: JOB, ...one })),
  ...ofApplications.map((one) => ({ how: APPLICATION, ...one })),
  ...ofWrites,
];
