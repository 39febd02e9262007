/** The requests of the probe, the most important first, because the limit of requests cuts off the last. */
import { type Outcome, success } from '../../core/model/outcome.ts';
import { translatedLocales } from '../../server/service/question-query.ts';
import { nestedIncludes, readings } from '../../server/service/readings.ts';
import type { ServiceError } from '../../server/service/service-error.ts';
import { allVisibilities } from '../../server/service/visibilities.ts';
import { type Asker, askQuestions, QUESTIONS } from './asker.ts';
import { type ChosenSample, chooseSample, phoneOf } from './choose-sample.ts';
import { askPostings } from './posting-readings.ts';
import {
  type Answered,
  dataOf,
  idOf,
  idsOf,
  includedOf,
  isGood,
  isOfType,
  linked,
  loadsAnswers,
  type Replies,
  type Sample,
  singleOf,
  textOf,
  type Wanted,
} from './replies.ts';

type Query = Readonly<Record<string, string>>;

const APPLICATIONS = '/api/v1/applications';
const ofAny = { 'filter[job_visibility]': allVisibilities.join(',') };
const newest = { sort: '-created_at', ...ofAny };
/** An id that no record has. */
const UNKNOWN_ADDRESS = '0';

const ask =
  (asker: Asker, path: string, common: Query = {}) =>
  (query: Query, about: string): Promise<Answered> =>
    asker.get({ path, query: { ...common, ...query }, about });

const askOne = (asker: Asker, path: string, id: string) => ask(asker, `${path}/${encodeURIComponent(id)}`);

export async function collect(asker: Asker, wanted: Wanted): Promise<Outcome<Replies, ServiceError>> {
  const first = await asker.begin({
    path: QUESTIONS,
    query: { include: 'conditional_questions' },
    about: 'the list of questions, with follow-ups',
  });
  if (!first.ok) return first;
  const questions = first.value;
  const { forms, ...lookups } = await askLookups(asker, wanted);
  const { ofForm, ofJob, ...form } = await askForm(asker, lookups.sample, forms);
  const canonical = ofJob ?? questions;
  const postings = await askPostings(asker, lookups.sample);
  const lists = await askLists(asker);
  const languages = await askLanguages(asker, ofForm);
  const manners = await askManners(asker, lookups.sample.application);
  return success({
    questions,
    canonical,
    ...lookups,
    ...form,
    ...postings,
    ...lists,
    ...languages,
    ...manners,
  });
}

/** How an application is found, and what it holds. */
async function askLookups(asker: Asker, wanted: Wanted) {
  const applications = await ask(
    asker,
    APPLICATIONS,
    newest,
  )({ include: 'answers' }, 'the list of applications, newest first');
  const isOpen = wanted.application === null;
  const { application: listed, forms }: ChosenSample = await chooseSample(
    asker,
    isOpen ? dataOf(applications) : [],
  );
  const application = wanted.application ?? idOf(listed);
  const reads = await askSingle(asker, application);
  const [read = null] = [reads.single, reads.answersQuestion, reads.answers].filter(isGood);
  const own = read === null ? listed : singleOf(read);
  const job = wanted.job ?? textOf(own, 'job_id');
  const sample = { application, job, posting: textOf(own, 'job_posting_id'), phone: phoneOf(own) };
  const byPhone = await askByPhone(asker, sample);
  const ofJob = job === null ? null : await askOne(asker, '/api/v1/jobs', job)({}, `job ${job}`);
  return { applications, sample, ...reads, byPhone, job: ofJob, forms };
}

async function askSingle(asker: Asker, id: string | null) {
  if (id === null) return { single: null, answersQuestion: null, answers: null };
  const read = (query: Query, what: string) =>
    askOne(asker, APPLICATIONS, id)(query, `application ${id} with ${what}`);
  const single = await read({ 'extra_fields[applications]': 'tags' }, 'its tags');
  const answersQuestion = await read({ include: 'answers.question' }, 'answers and their questions');
  const answers = loadsAnswers(answersQuestion) ? null : await read({ include: 'answers' }, 'answers');
  return { single, answersQuestion, answers };
}

/** With the question of each answer if the service supports that path, otherwise with the answers alone. */
async function askByPhone(asker: Asker, { phone, application }: Sample): Promise<Answered> {
  if (phone === null) return null;
  const read = (include: string) =>
    ask(asker, APPLICATIONS)(
      { 'filter[candidate_phone]': phone, ...ofAny, include },
      `the applications of its phone, with ${include}`,
    );
  const nested = await read('answers.question');
  const own = dataOf(nested).find((one) => idOf(one) === application);
  return linked(own, 'answers') === null ? read('answers') : nested;
}

interface FormReplies extends Pick<Replies, 'filters' | 'deeper'> {
  /** What asks for the questions of the job; nothing where that brings none, or any. */
  readonly ofForm: Query;
  /** What it brings. */
  readonly ofJob: Answered;
}

/** @param asked the questions of jobs that were asked for already */
async function askForm(
  asker: Asker,
  { job, posting }: Sample,
  asked: ReadonlyMap<string, Answered>,
): Promise<FormReplies> {
  const read = (query: Query, include?: string) => askQuestions(asker, query, include);
  const [eqForm, plainForm] = [readings.questionableEquals, 'filter[questionable_id]'];
  const eq = job === null ? null : (asked.get(job) ?? (await read({ [eqForm]: job })));
  const plain = job === null ? null : await read({ [plainForm]: job });
  const eqOfNothing = dataOf(eq).length === 0 ? null : await read({ [eqForm]: UNKNOWN_ADDRESS });
  const plainOfNothing = dataOf(plain).length === 0 ? null : await read({ [plainForm]: UNKNOWN_ADDRESS });
  const forms = [
    [eqForm, eq, eqOfNothing],
    [plainForm, plain, plainOfNothing],
  ] as const;
  // What brings questions of any id is no filter.
  const working = forms.filter(([, reply, ofNothing]) => isGood(reply) && dataOf(ofNothing).length === 0);
  const [form, reply] = working.find(([, one]) => dataOf(one).length > 0) ?? working[0] ?? [null, null];
  const byPosting = posting === null || form === null ? null : await read({ [form]: posting });
  const isWorking = job !== null && form !== null && dataOf(reply).length > 0;
  const [ofForm, ofJob] = isWorking ? [{ [form]: job }, reply] : [{}, null];
  const deeper = await read(
    includedOf(ofJob).length > 0 ? ofForm : {},
    'conditional_questions.conditional_questions',
  );
  return { filters: { eq, plain, eqOfNothing, plainOfNothing, posting: byPosting }, deeper, ofForm, ofJob };
}

async function askLists(asker: Asker) {
  const questions = ask(asker, QUESTIONS);
  const applications = ask(asker, APPLICATIONS, newest);
  const one = { [readings.pageSize]: '1' };
  const second = { [readings.pageNumber]: '2', ...one };
  const references = { [readings.applicationFields]: 'id,created_at,external_system_reference' };
  return {
    secondQuestion: await questions(second, 'the second page of questions'),
    total: await questions({ [readings.total]: 'count', ...one }, 'the number of questions'),
    secondApplication: await applications(second, 'the second page of applications'),
    sparse: await applications(references, 'the references of applications'),
  };
}

async function askLanguages(asker: Asker, ofForm: Query) {
  const languages = new Map<string, Answered>();
  const questions = ask(asker, QUESTIONS, { include: 'conditional_questions', ...ofForm });
  const read = (locale: string) =>
    questions({ [readings.locale]: locale }, `the questions in the language "${locale}"`);
  for (const locale of translatedLocales) languages.set(locale, await read(locale));
  return { languages, wrongLanguage: await read('xx') };
}

async function askManners(asker: Asker, application: string | null) {
  const questions = ask(asker, QUESTIONS, { [readings.pageSize]: '5' });
  const more = (query: Query, what: string) =>
    application === null
      ? null
      : askOne(asker, APPLICATIONS, application)(query, `application ${application} with ${what}`);
  const stranger = await questions({ apply_form_probe: '1' }, 'a parameter that does not exist');
  const missing = await askOne(
    asker,
    APPLICATIONS,
    UNKNOWN_ADDRESS,
  )({}, 'an application that does not exist');
  const dates = await questions(everAfter, 'the filters of questions by date');
  const section = await questions({ [readings.structuredSection]: UNKNOWN_ADDRESS }, 'the filter by section');
  const banked = await questions({ [readings.banked]: 'true' }, 'the filter of banked questions');
  const nested = await more({ include: 'candidate.job_seekers' }, 'candidate.job_seekers');
  const jobSeeker = await askJobSeeker(asker, nested);
  const further = await more(allBelow, 'all that lies below it');
  return { stranger, missing, dates, section, banked, nested, jobSeeker, further };
}

async function askJobSeeker(asker: Asker, nested: Answered): Promise<Answered> {
  const [seeker] = idsOf(includedOf(nested).filter(isOfType('job_seekers')));
  if (seeker === undefined) return null;
  const tags = { [readings.jobSeekerExtraFields]: 'tags' };
  return askOne(asker, '/api/v1/job_seekers', seeker)(tags, `job seeker ${seeker} with tags`);
}

const allBelow = {
  include: nestedIncludes.join(','),
  [readings.answerExtraFields]: 'attachments',
  [readings.candidateExtraFields]: 'tags',
};

/** A period in which every record was created and changed. */
const everAfter = {
  [readings.createdAfter]: '1970-01-01T00:00:00Z',
  [readings.createdBefore]: '2999-01-01T00:00:00Z',
  [readings.updatedAfter]: '1970-01-01T00:00:00Z',
  [readings.updatedBefore]: '2999-01-01T00:00:00Z',
};
