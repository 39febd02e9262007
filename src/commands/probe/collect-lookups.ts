/** How an application is found, and what it holds. */
import { member, text } from '../../documents/stored-json.ts';
import { allVisibilities } from '../../service/visibilities.ts';
import type { Asker } from './asker.ts';
import { type ChosenSample, chooseSample, jobOf } from './choose-sample.ts';
import type { Replies, Sample, Wanted } from './replies.ts';
import { type Answered, attribute, dataOf, idOf, isGood, linked, phoneOf } from './reply.ts';

const APPLICATIONS = '/api/v1/applications';
export const applicationPath = (id: string) => `${APPLICATIONS}/${encodeURIComponent(id)}`;

type Lookups = Pick<
  Replies,
  'applications' | 'sample' | 'single' | 'answersQuestion' | 'answers' | 'byPhone' | 'job'
>;

export async function askLookups(
  asker: Asker,
  wanted: Wanted,
): Promise<Lookups & Pick<ChosenSample, 'forms'>> {
  const applications = await asker.get({
    path: APPLICATIONS,
    query: { sort: '-created_at', 'filter[job_visibility]': allVisibilities.join(','), include: 'answers' },
    about: 'the list of applications, newest first',
  });
  const isOpen = wanted.application === null;
  const { application: listed, forms } = await chooseSample(asker, isOpen ? dataOf(applications) : []);
  const application = wanted.application ?? idOf(listed);
  const reads = await askSingle(asker, application);
  const [read = null] = [reads.single, reads.answersQuestion, reads.answers].filter(isGood);
  const own = read === null ? listed : member(read.document, 'data');
  const sample = {
    application,
    job: wanted.job ?? jobOf(own),
    posting: text(attribute(own, 'job_posting_id')),
    phone: phoneOf(own),
  };
  const byPhone = await askByPhone(asker, sample);
  const job =
    sample.job === null
      ? null
      : await asker.get({
          path: `/api/v1/jobs/${encodeURIComponent(sample.job)}`,
          about: `job ${sample.job}`,
        });
  return { applications, sample, ...reads, byPhone, job, forms };
}

async function askSingle(
  asker: Asker,
  id: string | null,
): Promise<Pick<Replies, 'single' | 'answersQuestion' | 'answers'>> {
  if (id === null) return { single: null, answersQuestion: null, answers: null };
  const path = applicationPath(id);
  const read = (query: Readonly<Record<string, string>>, what: string) =>
    asker.get({ path, query, about: `application ${id}${what}` });
  const single = await read({ 'extra_fields[applications]': 'tags' }, ' with its tags');
  const answersQuestion = await read({ include: 'answers.question' }, ' with answers and their questions');
  const isEnough = isGood(answersQuestion) && loadsAnswers(answersQuestion);
  const answers = isEnough ? null : await read({ include: 'answers' }, ' with answers');
  return { single, answersQuestion, answers };
}

export const loadsAnswers = (reply: Answered): boolean =>
  isGood(reply) && linked(member(reply.document, 'data'), 'answers') !== null;

/** With the question of each answer, else the answers alone. */
async function askByPhone(asker: Asker, { phone, application }: Sample): Promise<Answered> {
  if (phone === null) return null;
  const read = (include: string) =>
    asker.get({
      path: APPLICATIONS,
      query: {
        'filter[candidate_phone]': phone,
        'filter[job_visibility]': allVisibilities.join(','),
        include,
      },
      about: `the applications of its phone, with ${include}`,
    });
  const nested = await read('answers.question');
  const own = dataOf(nested).find((one) => idOf(one) === application);
  return linked(own, 'answers') === null ? read('answers') : nested;
}
