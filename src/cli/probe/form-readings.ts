/** Which questions make up a form, and how they are requested. */
import { member } from '../../core/jsonapi/stored-json.ts';
import { jobAttributes, jobStates } from '../../server/service/readings.ts';
import { allVisibilities } from '../../server/service/visibilities.ts';
import { postingReading } from './posting-readings.ts';
import { strangeOf } from './questions.ts';
import { either, type Judgement, judgePage, mostly, type Reading, type Settings } from './reading.ts';
import {
  type Answered,
  answeredBy,
  counted,
  dataOf,
  type FilterReplies,
  idOf,
  idsOf,
  includedOf,
  isGood,
  isOfType,
  linked,
  type Replies,
  singleOf,
} from './replies.ts';

type Form = Settings['questionFilter'];

/** `empty`: accepted but nothing was returned, so it is unknown whether it filters. */
type Effect = 'works' | 'ignored' | 'empty' | 'refused' | 'not_asked';

function effectOf(reply: Answered, ofNothing: Answered): Effect {
  if (reply === null) return 'not_asked';
  if (!isGood(reply)) return 'refused';
  if (dataOf(reply).length === 0) return 'empty';
  return dataOf(ofNothing).length > 0 ? 'ignored' : 'works';
}

const effectsOf = ({ eq, plain, eqOfNothing, plainOfNothing }: FilterReplies) => ({
  eq: effectOf(eq, eqOfNothing),
  plain: effectOf(plain, plainOfNothing),
});

const tell = (reply: Answered, effect: Effect): string =>
  ({
    works: `${counted(dataOf(reply).length, 'question')}, and none for an id that does not exist`,
    ignored: 'the same questions come for any id',
    empty: 'no questions',
    refused: answeredBy(reply),
    not_asked: 'not asked',
  })[effect];

function judgeFilter({ filters, sample }: Replies, { questionFilter }: Settings): Judgement {
  const effects = effectsOf(filters);
  const detail = `of job ${sample.job}: with [eq]: ${tell(filters.eq, effects.eq)}; without it: ${tell(filters.plain, effects.plain)}`;
  const works = (form: Form) => effects[form] === 'works';
  const other: Form = questionFilter === 'eq' ? 'plain' : 'eq';
  const set = !works(questionFilter) && works(other) ? { questionFilter: other } : {};
  if (works('eq') || works('plain')) return [works('eq') ? 'seen' : 'not_seen', detail, set];
  const isOpen = Object.values(effects).some((effect) => effect === 'empty' || effect === 'not_asked');
  return isOpen
    ? ['unknown', `${detail}. Name a job whose form has questions by --job ID.`]
    : ['not_seen', `${detail}. Neither form can be used: ask the vendor of the service how to filter.`];
}

/** Questions of the job, by a filter that works. */
function questionsOfJob({ filters }: Replies): number {
  const effects = effectsOf(filters);
  const count = (form: Form) => (effects[form] === 'works' ? dataOf(filters[form]).length : 0);
  return Math.max(count('eq'), count('plain'));
}

function judgeOwner(replies: Replies, { questionsBy }: Settings): Judgement {
  const { job, posting } = replies.sample;
  const [jobs, postings] = [questionsOfJob(replies), dataOf(replies.filters.posting).length];
  if (jobs > 0) {
    const set = questionsBy === 'posting' && postings === 0 ? ({ questionsBy: 'job' } as const) : {};
    return ['seen', `job ${job ?? ''} has ${counted(jobs, 'question')}`, set];
  }
  if (postings > 0) {
    const set = questionsBy === 'job' ? ({ questionsBy: 'posting' } as const) : {};
    return ['not_seen', `posting ${posting ?? ''} has ${counted(postings, 'question')}, its job none`, set];
  }
  const isListed = dataOf(replies.questions).length > 0;
  const hint = 'Name a job whose form has questions by --job ID.';
  return ['unknown', isListed ? hint : 'The service lists no questions to this key.'];
}

function judgeFollowUps(all: Replies): Judgement {
  const replies = [all.questions, all.canonical];
  const named = (one: unknown) => linked(one, 'conditional_questions') ?? [];
  const parents = replies.flatMap(dataOf).filter((one) => named(one).length > 0);
  const came = [...replies.flatMap(dataOf), ...replies.flatMap(includedOf)];
  const known = new Set(idsOf(came.filter(isOfType('questions'))));
  const ids = [...new Set(parents.flatMap(named))];
  if (ids.length === 0)
    return ['unknown', 'No question that was read has follow-ups. Name a job with some by --job ID.'];
  const strange = ids.flatMap((id) => {
    if (known.has(id)) return [];
    const parent = parents.find((one) => named(one).includes(id));
    return [{ ...strangeOf(all, parent), told: `${id} (of ${idOf(parent) ?? ''})` }];
  });
  const not = 'these are named and do not come:';
  return mostly(counted(ids.length, 'follow-up'), { all: ids.length, strange, not });
}

function judgeDeeper({ deeper }: Replies): Judgement {
  const children = includedOf(deeper).filter(isOfType('questions'));
  const loaded = children.filter((one) => linked(one, 'conditional_questions') !== null);
  const hint = 'It is taken, but no question that was read has follow-ups. Name a job with some by --job ID.';
  if (children.length === 0) return ['unknown', hint];
  return either(
    loaded.length > 0,
    `${loaded.length} of ${children.length} follow-ups name their own`,
    'It is taken, but no follow-up says whether it has follow-ups of its own',
  );
}

const withoutJob = 'the form shows no title, and a closed job looks open';

function judgeJob({ job, sample }: Replies): Judgement {
  const attributes = member(singleOf(job), 'attributes');
  const names = ['title', 'state', 'status'].filter((name) => typeof member(attributes, name) === 'string');
  const none = names.join(', ') || 'none of title, state, status';
  return either(
    names.includes('title') && names.length > 1,
    `job ${sample.job} has ${names.join(' and ')}`,
    `job ${sample.job} has ${none}: ${withoutJob}`,
  );
}

const notPublic = 'so APPLY_PUBLIC_JOBS=all is refused: list the ids of public jobs there instead';

function judgePublicJobs({ job, sample }: Replies): Judgement {
  const attributes = member(singleOf(job), 'attributes');
  const parts = [
    readWord(attributes, jobAttributes.visibility, allVisibilities),
    readWord(attributes, jobAttributes.state, Object.values(jobStates).flat()),
  ];
  const faults = parts.filter(({ isKnown }) => !isKnown);
  const told = (all: typeof parts) => `job ${sample.job} has ${all.map(({ words }) => words).join(' and ')}`;
  return either(faults.length === 0, told(parts), `${told(faults)}, ${notPublic}`);
}

function readWord(attributes: unknown, names: readonly string[], known: readonly string[]) {
  const name = names.find((one) => typeof member(attributes, one) === 'string');
  if (name === undefined) return { isKnown: false, words: `no ${names.join(' or ')}` };
  const value = String(member(attributes, name));
  const isKnown = known.includes(value.toLowerCase());
  return { isKnown, words: `${name} "${value}"${isKnown ? '' : ' (none of ours)'}` };
}

const noJobKnown = 'No job is known: name one by --job ID.';

export const formReadings = {
  filter: {
    reading: 'The questions of a job: filter[questionable_id][eq]=ID',
    options: ['questionFilter'],
    lacks: ({ sample }) =>
      sample.job === null ? 'No job is known: name one whose form has questions by --job ID.' : null,
    judge: (replies, { current }) => judgeFilter(replies, current),
  },
  owner: {
    reading: 'The questions of a form belong to its job',
    options: ['questionsBy'],
    judge: (replies, { current }) => judgeOwner(replies, current),
  },
  followUps: {
    reading: 'Follow-ups come in "included": include=conditional_questions',
    judge: judgeFollowUps,
  },
  // The proxy detects this itself, so there is nothing to set.
  deeper: {
    reading: 'Follow-ups of follow-ups: conditional_questions.conditional_questions',
    shownBy: ({ deeper }) => deeper,
    refused: ': the proxy reads one level, and what lies deeper is not shown',
    judge: judgeDeeper,
  },
  job: {
    reading: 'A job can be read: GET /api/v1/jobs/ID has its title and its state',
    lacks(replies) {
      const { job, sample } = replies;
      if (sample.job === null) return noJobKnown;
      const isMissing = job?.status === 404 && questionsOfJob(replies) === 0;
      return isMissing ? `There may be no job ${sample.job}: name one that there is by --job ID.` : null;
    },
    shownBy: ({ job }) => job,
    refused: `: ${withoutJob}`,
    judge: judgeJob,
  },
  // What a visitor may see with `APPLY_PUBLIC_JOBS=all` depends on both.
  publicJobs: {
    reading: 'A job says who may see it (external, confidential, internal, private_job) and its state',
    options: ['publicJobs'],
    lacks({ job, sample }) {
      if (sample.job === null) return noJobKnown;
      return job?.status === 404 ? `There may be no job ${sample.job}.` : null;
    },
    shownBy: ({ job }) => job,
    refused: `, ${notPublic}`,
    judge: judgePublicJobs,
  },
  posting: postingReading,
  pages: {
    reading: 'Pages of questions: page[number], page[size]',
    lacks: ({ questions }) => (dataOf(questions).length < 2 ? 'There are fewer than two questions.' : null),
    shownBy: ({ secondQuestion }) => secondQuestion,
    judge: ({ questions, secondQuestion }) => judgePage(questions, secondQuestion),
  },
} satisfies Readonly<Record<string, Reading>>;
