/** Which questions are a form, and how they are asked for. */
import { member } from '../../documents/stored-json.ts';
import { unreachable } from '../../model/outcome.ts';
import { jobAttributes, jobStates } from '../../service/readings.ts';
import { allVisibilities } from '../../service/visibilities.ts';
import { type Finding, mostly, notSeen, type Settings, seen, unknown } from './finding.ts';
import { strangeOf } from './judge-questions.ts';
import type { FilterReplies, Replies } from './replies.ts';
import {
  type Answered,
  answeredBy,
  counted,
  dataOf,
  idOf,
  idsOf,
  includedOf,
  isGood,
  isOfType,
  linked,
  notAsked,
} from './reply.ts';

type Form = Settings['questionFilter'];

/** `empty`: taken, and nothing came, so nobody knows whether it filters. */
type Effect = 'works' | 'ignored' | 'empty' | 'refused' | 'not_asked';

export function judgeFilter({ filters, sample }: Replies, current: Settings): Finding {
  const reading = 'The questions of a job: filter[questionable_id][eq]=ID';
  const effects = {
    eq: effectOf(filters.eq, filters.eqOfNothing),
    plain: effectOf(filters.plain, filters.plainOfNothing),
  };
  const options = ['questionFilter'];
  if (sample.job === null)
    return unknown(reading, 'No job is known: name one whose form has questions by --job ID.', { options });
  const detail = `of job ${sample.job}: with [eq]: ${told(filters.eq, effects.eq)}; without it: ${told(filters.plain, effects.plain)}`;
  const works = (form: Form) => effects[form] === 'works';
  const other: Form = current.questionFilter === 'eq' ? 'plain' : 'eq';
  const set = !works(current.questionFilter) && works(other) ? { questionFilter: other } : {};
  if (works('eq')) return seen(reading, detail, { set, options });
  if (works('plain')) return notSeen(reading, detail, { set, options });
  const isOpen = Object.values(effects).some((effect) => effect === 'empty' || effect === 'not_asked');
  return isOpen
    ? unknown(reading, `${detail}. Name a job whose form has questions by --job ID.`, { options })
    : notSeen(reading, `${detail}. Neither form can be used: ask the vendor of the service how to filter.`, {
        options,
      });
}

function effectOf(reply: Answered, ofNothing: Answered): Effect {
  if (reply === null) return 'not_asked';
  if (!isGood(reply)) return 'refused';
  if (dataOf(reply).length === 0) return 'empty';
  return dataOf(ofNothing).length > 0 ? 'ignored' : 'works';
}

function told(reply: Answered, effect: Effect): string {
  switch (effect) {
    case 'works':
      return `${counted(dataOf(reply).length, 'question')}, and none for an id that does not exist`;
    case 'ignored':
      return 'the same questions come for any id';
    case 'empty':
      return 'no questions';
    case 'refused':
      return answeredBy(reply);
    case 'not_asked':
      return 'not asked';
    default:
      return unreachable(effect);
  }
}

export function judgeOwner({ filters, sample, questions }: Replies, current: Settings): Finding {
  const reading = 'The questions of a form belong to its job';
  const options = ['questionsBy'];
  const jobs = Math.max(...workingCounts(filters));
  const postings = dataOf(filters.posting).length;
  if (jobs > 0) {
    const isUseless = current.questionsBy === 'posting' && postings === 0;
    const set = isUseless ? ({ questionsBy: 'job' } as const) : {};
    return seen(reading, `job ${sample.job ?? ''} has ${counted(jobs, 'question')}`, { options, set });
  }
  if (postings > 0) {
    const set = current.questionsBy === 'job' ? ({ questionsBy: 'posting' } as const) : {};
    return notSeen(
      reading,
      `posting ${sample.posting ?? ''} has ${counted(postings, 'question')}, its job none`,
      {
        options,
        set,
      },
    );
  }
  const hint =
    dataOf(questions).length > 0
      ? 'Name a job whose form has questions by --job ID.'
      : 'The service lists no questions to this key.';
  return unknown(reading, hint, { options });
}

const workingCounts = ({ eq, plain, eqOfNothing, plainOfNothing }: FilterReplies): readonly number[] => [
  effectOf(eq, eqOfNothing) === 'works' ? dataOf(eq).length : 0,
  effectOf(plain, plainOfNothing) === 'works' ? dataOf(plain).length : 0,
];

export function judgeFollowUps(all: Replies): Finding {
  const reading = 'Follow-ups come in "included": include=conditional_questions';
  const replies = [all.questions, all.canonical];
  const parents = replies
    .flatMap(dataOf)
    .filter((one) => (linked(one, 'conditional_questions') ?? []).length > 0);
  const came = [...replies.flatMap(dataOf), ...replies.flatMap(includedOf)];
  const known = new Set(idsOf(came.filter(isOfType('questions'))));
  const named = [...new Set(parents.flatMap((one) => linked(one, 'conditional_questions') ?? []))];
  if (named.length === 0)
    return unknown(reading, 'No question that was read has follow-ups. Name a job with some by --job ID.');
  const strange = named
    .filter((id) => !known.has(id))
    .map((id) => {
      const parent = parents.find((one) => linked(one, 'conditional_questions')?.includes(id) === true);
      return { ...strangeOf(all, parent), told: `${id} (of ${idOf(parent) ?? ''})` };
    });
  const not = 'these are named and do not come:';
  return mostly(reading, counted(named.length, 'follow-up'), { all: named.length, strange, not });
}

/** The proxy finds it out by itself, so nothing is to be set. */
export function judgeDeeper({ deeper }: Replies): Finding {
  const reading = 'Follow-ups of follow-ups: conditional_questions.conditional_questions';
  if (deeper === null) return unknown(reading, notAsked);
  if (!isGood(deeper))
    return notSeen(
      reading,
      `${answeredBy(deeper)}: the proxy reads one level, and what lies deeper is not shown`,
    );
  const children = includedOf(deeper).filter(isOfType('questions'));
  const loaded = children.filter((one) => linked(one, 'conditional_questions') !== null);
  if (children.length === 0)
    return unknown(
      reading,
      'It is taken, but no question that was read has follow-ups. Name a job with some by --job ID.',
    );
  return loaded.length === 0
    ? notSeen(reading, 'It is taken, but no follow-up says whether it has follow-ups of its own')
    : seen(reading, `${loaded.length} of ${children.length} follow-ups name their own`);
}

export function judgeJob({ job, sample, filters }: Replies): Finding {
  const reading = 'A job can be read: GET /api/v1/jobs/ID has its title and its state';
  if (sample.job === null) return unknown(reading, noJobKnown);
  if (job === null) return unknown(reading, notAsked);
  if (job.status === 404 && Math.max(...workingCounts(filters)) === 0)
    return unknown(reading, `There may be no job ${sample.job}: name one that there is by --job ID.`);
  const consequence = 'the form shows no title, and a closed job looks open';
  if (!isGood(job)) return notSeen(reading, `${answeredBy(job)}: ${consequence}`);
  const attributes = member(member(job.document, 'data'), 'attributes');
  const names = ['title', 'state', 'status'].filter((name) => typeof member(attributes, name) === 'string');
  return names.includes('title') && names.length > 1
    ? seen(reading, `job ${sample.job} has ${names.join(' and ')}`)
    : notSeen(
        reading,
        `job ${sample.job} has ${names.join(', ') || 'none of title, state, status'}: ${consequence}`,
      );
}

/** What a visitor may see with `APPLY_PUBLIC_JOBS=all` hangs on both. */
export function judgePublicJobs({ job, sample }: Replies): Finding {
  const reading = 'A job says who may see it (external, confidential, internal, private_job) and its state';
  const options = ['publicJobs'];
  if (sample.job === null) return unknown(reading, noJobKnown, { options });
  if (job === null) return unknown(reading, notAsked, { options });
  if (job.status === 404) return unknown(reading, `There may be no job ${sample.job}.`, { options });
  const refusal = 'so APPLY_PUBLIC_JOBS=all is refused: list the ids of public jobs there instead';
  if (!isGood(job)) return notSeen(reading, `${answeredBy(job)}, ${refusal}`, { options });
  const attributes = member(member(job.document, 'data'), 'attributes');
  const parts = [
    readWord(attributes, jobAttributes.visibility, allVisibilities),
    readWord(attributes, jobAttributes.state, Object.values(jobStates).flat()),
  ];
  const faults = parts.filter(({ isKnown }) => !isKnown);
  const told = (all: typeof parts) => `job ${sample.job} has ${all.map(({ words }) => words).join(' and ')}`;
  return faults.length === 0
    ? seen(reading, told(parts), { options })
    : notSeen(reading, `${told(faults)}, ${refusal}`, { options });
}

function readWord(attributes: unknown, names: readonly string[], known: readonly string[]) {
  const name = names.find((one) => typeof member(attributes, one) === 'string');
  if (name === undefined) return { isKnown: false, words: `no ${names.join(' or ')}` };
  const value = String(member(attributes, name));
  const isKnown = known.includes(value.toLowerCase());
  return { isKnown, words: `${name} "${value}"${isKnown ? '' : ' (none of ours)'}` };
}

const noJobKnown = 'No job is known: name one by --job ID.';
