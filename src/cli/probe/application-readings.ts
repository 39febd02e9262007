/** How the client learns which answers an application holds: a second POST depends on it. */
import { isObject, list, member, path, text } from '../../core/jsonapi/stored-json.ts';
import type { ReadBackWay } from '../../server/service/held-answers.ts';
import { either, type Judgement, judgePage, type Reading, type Settings } from './reading.ts';
import {
  type Answered,
  answeredBy,
  attribute,
  counted,
  dataOf,
  idOf,
  includedOf,
  isGood,
  isOfType,
  linked,
  loadsAnswers,
  notAsked,
  type Replies,
  singleOf,
  some,
  textOf,
} from './replies.ts';

const noApplication =
  'No application is known: name one that has answers by --application ID. (The list showed none to this key.)';

const withoutApplication =
  (hint = noApplication) =>
  ({ sample }: Replies): string | null =>
    sample.application === null ? hint : null;

const withoutAny = withoutApplication('No application is known: name one by --application ID.');

/** What one way of looking shows. `empty`: the application has no answers, so nothing can be seen of them. */
type Sight = 'questions' | 'answers' | 'empty' | 'ignored' | 'refused' | 'not_asked';

function sightOf(reply: Answered, application: unknown = singleOf(reply)): Sight {
  if (reply === null) return 'not_asked';
  if (!isGood(reply)) return 'refused';
  const named = linked(application, 'answers');
  if (named === null) return 'ignored';
  if (named.length === 0) return 'empty';
  const answers = includedOf(reply).filter(isOfType('answers'));
  const own = answers.filter((one) => named.includes(idOf(one) ?? ''));
  if (own.length < named.length) return 'ignored';
  return own.every(namesQuestion) ? 'questions' : 'answers';
}

const namesQuestion = (answer: unknown): boolean =>
  text(path(answer, 'relationships', 'question', 'data', 'id')) !== null;

const judgeSight = (sight: Sight, reply: Answered, { application }: Replies['sample']): Judgement =>
  (
    ({
      questions: ['seen', `application ${application}; every answer names its question`],
      answers: [
        'seen',
        `application ${application}; answers are told by title and type, since none names its question`,
      ],
      empty: [
        'unknown',
        `It is taken, but application ${application} has no answers. Name one that has by --application ID.`,
      ],
      ignored: ['not_seen', 'it is taken, and the answers do not come with it'],
      refused: ['not_seen', answeredBy(reply)],
      not_asked: ['unknown', notAsked],
    }) satisfies Readonly<Record<Sight, Judgement>>
  )[sight];

function judgeAnswersQuestion({ answersQuestion, sample }: Replies): Judgement {
  const sight = sightOf(answersQuestion);
  const nameless = 'the answers come, and do not name their question: they are told by title and type';
  return sight === 'answers' ? ['not_seen', nameless] : judgeSight(sight, answersQuestion, sample);
}

function judgeAnswers({ answers, answersQuestion, sample }: Replies): Judgement {
  return answers === null && loadsAnswers(answersQuestion)
    ? ['seen', 'they came with answers.question']
    : judgeSight(sightOf(answers), answers, sample);
}

/** null: it is not among those of its phone. */
const ownByPhone = ({ byPhone, sample }: Replies): unknown =>
  dataOf(byPhone).find((one) => idOf(one) === sample.application) ?? null;

function judgeByPhone(replies: Replies): Judgement {
  const { byPhone, sample } = replies;
  const own = ownByPhone(replies);
  const held = counted(dataOf(byPhone).length, 'application');
  return isGood(byPhone) && own === null
    ? ['not_seen', `the list holds ${held}, and not ${sample.application}`]
    : judgeSight(sightOf(byPhone, own), byPhone, sample);
}

const works = (sight: Sight): boolean => ['questions', 'answers', 'empty'].includes(sight);

/** null: could not be tried. */
function waysOf(replies: Replies): Readonly<Record<ReadBackWay['by'], boolean | null>> {
  const { answersQuestion, answers, byPhone, sample } = replies;
  const isKnown = sample.application !== null && (answersQuestion !== null || answers !== null);
  return {
    single: isKnown ? [answersQuestion, answers].some((reply) => works(sightOf(reply))) : null,
    list: byPhone === null ? null : works(sightOf(byPhone, ownByPhone(replies))),
  };
}

const fates: Readonly<Record<Settings['withoutReadBack'], string>> = {
  park: 'is parked for the operator',
  resend: 'is sent again, and may then be there twice',
};

/** The summary of the three above, because one option covers them. */
function judgeReadBack(replies: Replies, { readBack, withoutReadBack }: Settings): Judgement {
  const ways = waysOf(replies);
  if (ways.single === null && ways.list === null) return ['unknown', noApplication];
  const names = (['single', 'list'] as const).filter((by) => ways[by] === true);
  if (names.length === 0 && (ways.single === null || ways.list === null))
    return ['unknown', 'One way does not work, and the other could not be tried: see above.'];
  if (names.length === 0)
    return [
      'not_seen',
      `not in any way: an unclear answer ${fates[withoutReadBack]} (withoutReadBack). The other choice is "${withoutReadBack === 'park' ? 'resend' : 'park'}".`,
      readBack === 'none' ? {} : { readBack: 'none' },
    ];
  const isWorking = readBack === 'auto' || names.some((name) => name === readBack);
  const found = `by ${names.join(' and by ')}`;
  const chosen = readBack === 'auto' ? `${found}; "auto" finds it by itself` : found;
  return ['seen', chosen, isWorking ? {} : { readBack: 'auto' }];
}

function judgeReference({ applications, sparse, secondApplication }: Replies): Judgement {
  const listed = dataOf(sparse);
  if (applications === null && sparse === null) return ['unknown', notAsked];
  const unclear = 'where it is unclear whether an application was made, it is parked';
  if (!isGood(sparse))
    return ['not_seen', `the list with fields[applications] ${answeredBy(sparse)}: ${unclear}`];
  if (listed.length === 0) return ['unknown', 'The list showed no application to this key.'];
  const lacking = listed.filter((one) => attribute(one, 'external_system_reference') === undefined);
  if (lacking.length > 0)
    return ['not_seen', `${lacking.length} of ${listed.length} applications do not show it`];
  const times = listed.map((one) => Date.parse(textOf(one, 'created_at') ?? ''));
  const isSorted = times.every((time, index) => time <= (times[index - 1] ?? Number.MAX_VALUE));
  const pages = isGood(secondApplication) ? '' : '; only on the first page';
  return either(
    isSorted,
    `${counted(listed.length, 'application')}${pages}`,
    'the list is not in the order of created_at, or does not show it',
  );
}

function judgeTags({ single, sample }: Replies): Judgement {
  const tags = attribute(singleOf(single), 'tags');
  if (!Array.isArray(tags)) return ['not_seen', 'the application has no list of tags'];
  const isTag = (tag: unknown) => isObject(tag) && text(member(tag, 'name')) !== null && 'context' in tag;
  const seen = `application ${sample.application}, tags: ${tags.length}`;
  return either(tags.every(isTag), seen, 'not each has context and name');
}

function judgeFurther({ further }: Replies): Judgement {
  const types = includedOf(further).map((one) => text(member(one, 'type')) ?? '');
  const none = 'they are taken, and nothing comes with it';
  return either(types.length > 0, `with it come ${some(types, 8)}`, none);
}

export const applicationReadings = {
  answersQuestion: {
    reading: 'Answers of one application: include=answers.question',
    lacks: withoutApplication(),
    judge: judgeAnswersQuestion,
  },
  answers: {
    reading: 'Answers of one application: include=answers',
    lacks: withoutApplication(),
    judge: judgeAnswers,
  },
  byPhone: {
    reading: "Answers by the candidate's phone: filter[candidate_phone]",
    lacks({ sample: { application, phone } }) {
      if (application === null) return noApplication;
      const hint = 'has no phone with its country code. Name one that has by --application ID.';
      return phone === null ? `Application ${application} ${hint}` : null;
    },
    judge: judgeByPhone,
  },
  readBack: {
    reading: 'What an application holds can be looked up',
    options: ['readBack', 'withoutReadBack'],
    judge: (replies, { current }) => judgeReadBack(replies, current),
  },
  reference: {
    reading: 'An application is found by its external_system_reference, newest first',
    judge: judgeReference,
  },
  pages: {
    reading: 'Pages of applications: page[number], page[size]',
    lacks({ applications }) {
      if (applications === null) return notAsked;
      if (!isGood(applications)) return `The list itself was ${answeredBy(applications)}.`;
      return dataOf(applications).length < 2 ? 'There are fewer than two applications.' : null;
    },
    shownBy: ({ secondApplication }) => secondApplication,
    judge: ({ applications, secondApplication }) => judgePage(applications, secondApplication),
  },
  tags: {
    reading: 'Tags of an application: extra_fields[applications]=tags',
    lacks: withoutApplication(),
    shownBy: ({ single }) => single,
    judge: judgeTags,
  },
  nested: {
    reading: 'Through the candidate: include=candidate.job_seekers',
    lacks: withoutAny,
    shownBy: ({ nested }) => nested,
    judge: ({ nested }) =>
      either(
        includedOf(nested).some(isOfType('candidates')),
        'the candidate comes with it',
        'it is taken, and the candidate does not come with it',
      ),
  },
  jobSeeker: {
    reading: 'A job seeker can be read: GET /api/v1/job_seekers/ID with its tags',
    lacks({ jobSeeker, nested }) {
      if (jobSeeker !== null) return null;
      const isNone = includedOf(nested).length > 0;
      return isNone ? 'The candidate of this application is no job seeker.' : 'No job seeker is known.';
    },
    shownBy: ({ jobSeeker }) => jobSeeker,
    judge({ jobSeeker }) {
      const tags = attribute(singleOf(jobSeeker), 'tags');
      return either(Array.isArray(tags), `tags: ${list(tags).length}`, 'it can be read, without tags');
    },
  },
  // Names that only `./service` knows: no form needs them.
  further: {
    reading: 'All paths of include below an application; extra_fields of answers, candidates',
    lacks: withoutAny,
    shownBy: ({ further }) => further,
    refused: ': one of these names at least',
    judge: judgeFurther,
  },
} satisfies Readonly<Record<string, Reading>>;
