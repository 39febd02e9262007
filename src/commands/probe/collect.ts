/** The questions that the probe asks, in the order of their weight: what no more may be asked comes last. */
import { list, member } from '../../documents/stored-json.ts';
import { type Outcome, success } from '../../model/outcome.ts';
import { translatedLocales } from '../../service/question-query.ts';
import { nestedIncludes, readings } from '../../service/readings.ts';
import type { ServiceError } from '../../service/service-error.ts';
import { allVisibilities } from '../../service/visibilities.ts';
import { askQuestions, QUESTIONS } from './ask-questions.ts';
import type { Asker } from './asker.ts';
import { applicationPath, askLookups } from './collect-lookups.ts';
import type { Replies, Sample, Wanted } from './replies.ts';
import { type Answered, dataOf, idsOf, includedOf, isGood, isOfType } from './reply.ts';

const APPLICATIONS = '/api/v1/applications';
/** No record has it. */
const UNKNOWN_ADDRESS = '0';

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
  const lists = await askLists(asker);
  const languages = await askLanguages(asker, ofForm);
  const manners = await askManners(asker, lookups.sample.application);
  return success({ questions, canonical, ...lookups, ...form, ...lists, ...languages, ...manners });
}

interface FormReplies extends Pick<Replies, 'filters' | 'deeper'> {
  /** What asks for the questions of the job; nothing where that brings none, or any. */
  readonly ofForm: Readonly<Record<string, string>>;
  /** What it brings. */
  readonly ofJob: Answered;
}

/** @param asked the questions of jobs that were asked for already */
async function askForm(
  asker: Asker,
  { job, posting }: Sample,
  asked: ReadonlyMap<string, Answered>,
): Promise<FormReplies> {
  const read = (query: Readonly<Record<string, string>>, include?: string) =>
    askQuestions(asker, query, include);
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

async function askLists(
  asker: Asker,
): Promise<Pick<Replies, 'secondQuestion' | 'total' | 'secondApplication' | 'sparse'>> {
  const second = { [readings.pageNumber]: '2', [readings.pageSize]: '1' };
  const newest = { sort: '-created_at', 'filter[job_visibility]': allVisibilities.join(',') };
  const questions = (query: Readonly<Record<string, string>>, about: string) =>
    asker.get({ path: QUESTIONS, query, about });
  const applications = (query: Readonly<Record<string, string>>, about: string) =>
    asker.get({ path: APPLICATIONS, query: { ...newest, ...query }, about });
  return {
    secondQuestion: await questions(second, 'the second page of questions'),
    total: await questions(
      { [readings.total]: 'count', [readings.pageSize]: '1' },
      'the number of questions',
    ),
    secondApplication: await applications(second, 'the second page of applications'),
    sparse: await applications(
      { [readings.applicationFields]: 'id,created_at,external_system_reference' },
      'the references of applications',
    ),
  };
}

async function askLanguages(
  asker: Asker,
  ofForm: Readonly<Record<string, string>>,
): Promise<Pick<Replies, 'languages' | 'wrongLanguage'>> {
  const languages = new Map<string, Answered>();
  const read = (locale: string) =>
    asker.get({
      path: QUESTIONS,
      query: { include: 'conditional_questions', ...ofForm, [readings.locale]: locale },
      about: `the questions in the language "${locale}"`,
    });
  for (const locale of translatedLocales) languages.set(locale, await read(locale));
  return { languages, wrongLanguage: await read('xx') };
}

async function askManners(
  asker: Asker,
  application: string | null,
): Promise<
  Pick<Replies, 'stranger' | 'missing' | 'dates' | 'section' | 'banked' | 'nested' | 'jobSeeker' | 'further'>
> {
  const questions = (query: Readonly<Record<string, string>>, about: string) =>
    asker.get({ path: QUESTIONS, query: { [readings.pageSize]: '5', ...query }, about });
  const stranger = await questions({ apply_form_probe: '1' }, 'a parameter that does not exist');
  const missing = await asker.get({
    path: applicationPath(UNKNOWN_ADDRESS),
    about: 'an application that does not exist',
  });
  const dates = await questions(everAfter, 'the filters of questions by date');
  const section = await questions({ [readings.structuredSection]: UNKNOWN_ADDRESS }, 'the filter by section');
  const banked = await questions({ [readings.banked]: 'true' }, 'the filter of banked questions');
  const nested = await askMore(asker, application, ['candidate.job_seekers']);
  const [seeker] = idsOf(isGood(nested) ? list(member(nested.document, 'included')).filter(isSeeker) : []);
  const jobSeeker =
    seeker === undefined
      ? null
      : await asker.get({
          path: `/api/v1/job_seekers/${encodeURIComponent(seeker)}`,
          query: { [readings.jobSeekerExtraFields]: 'tags' },
          about: `job seeker ${seeker} with tags`,
        });
  const further = await askMore(asker, application, nestedIncludes);
  return { stranger, missing, dates, section, banked, nested, jobSeeker, further };
}

async function askMore(
  asker: Asker,
  application: string | null,
  paths: readonly string[],
): Promise<Answered> {
  if (application === null) return null;
  const extra = { [readings.answerExtraFields]: 'attachments', [readings.candidateExtraFields]: 'tags' };
  return asker.get({
    path: applicationPath(application),
    query: { include: paths.join(','), ...(paths.length > 1 ? extra : {}) },
    about: `application ${application} with ${paths.length > 1 ? 'all that lies below it' : paths.join()}`,
  });
}

const isSeeker = isOfType('job_seekers');

/** Whatever there is was made and changed in this time. */
const everAfter = {
  [readings.createdAfter]: '1970-01-01T00:00:00Z',
  [readings.createdBefore]: '2999-01-01T00:00:00Z',
  [readings.updatedAfter]: '1970-01-01T00:00:00Z',
  [readings.updatedBefore]: '2999-01-01T00:00:00Z',
};
