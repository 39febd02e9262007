/** How it is learned what an application holds, which is what a second POST is decided by. */
import { isObject, member, path, text } from '../../documents/stored-json.ts';
import { unreachable } from '../../model/outcome.ts';
import type { ReadBackWay } from '../../service/held-answers.ts';
import { loadsAnswers } from './collect-lookups.ts';
import { type Finding, notSeen, type Settings, seen, unknown } from './finding.ts';
import type { Replies } from './replies.ts';
import {
  type Answered,
  answeredBy,
  attribute,
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

const noApplication =
  'No application is known: name one that has answers by --application ID. (The list showed none to this key.)';

const single = (reply: Answered): unknown => (isGood(reply) ? member(reply.document, 'data') : undefined);

/** What one way of looking shows. `empty`: the application has no answers, so nothing can be seen of them. */
type Sight = 'questions' | 'answers' | 'empty' | 'ignored' | 'refused' | 'not_asked';

function sightOf(reply: Answered, application: unknown): Sight {
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

export function judgeAnswersQuestion({ answersQuestion, sample }: Replies): Finding {
  const reading = 'Answers of one application: include=answers.question';
  if (sample.application === null) return unknown(reading, noApplication);
  const sight = sightOf(answersQuestion, single(answersQuestion));
  if (sight === 'answers')
    return notSeen(
      reading,
      'the answers come, and do not name their question: they are told by title and type',
    );
  return judgeSight(reading, answersQuestion, sight, sample.application);
}

export function judgeAnswers({ answers, answersQuestion, sample }: Replies): Finding {
  const reading = 'Answers of one application: include=answers';
  if (sample.application === null) return unknown(reading, noApplication);
  if (answers === null && loadsAnswers(answersQuestion))
    return seen(reading, 'they came with answers.question');
  return judgeSight(reading, answers, sightOf(answers, single(answers)), sample.application);
}

export function judgeByPhone({ byPhone, sample }: Replies): Finding {
  const reading = "Answers by the candidate's phone: filter[candidate_phone]";
  if (sample.application === null) return unknown(reading, noApplication);
  if (sample.phone === null)
    return unknown(
      reading,
      `Application ${sample.application} has no phone with its country code. Name one that has by --application ID.`,
    );
  const own = dataOf(byPhone).find((one) => idOf(one) === sample.application);
  if (isGood(byPhone) && own === undefined)
    return notSeen(
      reading,
      `the list holds ${counted(dataOf(byPhone).length, 'application')}, and not ${sample.application}`,
    );
  return judgeSight(reading, byPhone, sightOf(byPhone, own), sample.application);
}

function judgeSight(reading: string, reply: Answered, sight: Sight, application: string): Finding {
  switch (sight) {
    case 'questions':
      return seen(reading, `application ${application}; every answer names its question`);
    case 'answers':
      return seen(
        reading,
        `application ${application}; answers are told by title and type, since none names its question`,
      );
    case 'empty':
      return unknown(
        reading,
        `It is taken, but application ${application} has no answers. Name one that has by --application ID.`,
      );
    case 'ignored':
      return notSeen(reading, 'it is taken, and the answers do not come with it');
    case 'refused':
      return notSeen(reading, answeredBy(reply));
    case 'not_asked':
      return unknown(reading, notAsked);
    default:
      return unreachable(sight);
  }
}

const works: readonly Sight[] = ['questions', 'answers', 'empty'];

/** The summary of the three above, since one option stands for them. */
export function judgeReadBack(replies: Replies, current: Settings): Finding {
  const reading = 'What an application holds can be looked up';
  const options = ['readBack', 'withoutReadBack'];
  const ways = waysOf(replies);
  if (ways.single === null && ways.list === null) return unknown(reading, noApplication, { options });
  const names = (['single', 'list'] as const).filter((by) => ways[by] === true);
  if (names.length === 0 && (ways.single === null || ways.list === null))
    return unknown(reading, 'One way does not work, and the other could not be tried: see above.', {
      options,
    });
  if (names.length === 0)
    return notSeen(
      reading,
      `not in any way: an unclear answer ${fates[current.withoutReadBack]} (withoutReadBack). The other choice is "${current.withoutReadBack === 'park' ? 'resend' : 'park'}".`,
      {
        options,
        set: current.readBack === 'none' ? {} : { readBack: 'none' },
      },
    );
  const isWorking = current.readBack === 'auto' || names.some((name) => name === current.readBack);
  const found = `by ${names.join(' and by ')}`;
  const chosen = current.readBack === 'auto' ? `${found}; "auto" finds it by itself` : found;
  return seen(reading, chosen, { options, set: isWorking ? {} : { readBack: 'auto' } });
}

const fates: Readonly<Record<Settings['withoutReadBack'], string>> = {
  park: 'is parked for the operator',
  resend: 'is sent again, and may then be there twice',
};

/** null: could not be tried. */
function waysOf({
  answersQuestion,
  answers,
  byPhone,
  sample,
}: Replies): Readonly<Record<ReadBackWay['by'], boolean | null>> {
  const isKnown = sample.application !== null && (answersQuestion !== null || answers !== null);
  const sights = [sightOf(answersQuestion, single(answersQuestion)), sightOf(answers, single(answers))];
  const own = dataOf(byPhone).find((one) => idOf(one) === sample.application);
  return {
    single: isKnown ? sights.some((sight) => works.includes(sight)) : null,
    list: byPhone === null ? null : works.includes(sightOf(byPhone, own)),
  };
}

export function judgeReference({ applications, sparse, secondApplication }: Replies): Finding {
  const reading = 'An application is found by its external_system_reference, newest first';
  const listed = dataOf(sparse);
  if (applications === null && sparse === null) return unknown(reading, notAsked);
  if (!isGood(sparse))
    return notSeen(
      reading,
      `the list with fields[applications] ${answeredBy(sparse)}: where it is unclear whether an application was made, it is parked`,
    );
  if (listed.length === 0) return unknown(reading, 'The list showed no application to this key.');
  const lacking = listed.filter((one) => attribute(one, 'external_system_reference') === undefined);
  if (lacking.length > 0)
    return notSeen(reading, `${lacking.length} of ${listed.length} applications do not show it`);
  const times = listed.map((one) => Date.parse(text(attribute(one, 'created_at')) ?? ''));
  const isSorted = times.every((time, index) => time <= (times[index - 1] ?? Number.MAX_VALUE));
  if (!isSorted) return notSeen(reading, 'the list is not in the order of created_at, or does not show it');
  return seen(
    reading,
    `${counted(listed.length, 'application')}${isGood(secondApplication) ? '' : '; only on the first page'}`,
  );
}

export function judgeApplicationPages({ applications, secondApplication }: Replies): Finding {
  const reading = 'Pages of applications: page[number], page[size]';
  if (applications === null) return unknown(reading, notAsked);
  if (!isGood(applications)) return unknown(reading, `The list itself was ${answeredBy(applications)}.`);
  if (dataOf(applications).length < 2) return unknown(reading, 'There are fewer than two applications.');
  return judgePage(reading, idsOf(dataOf(applications)), secondApplication);
}

/** @param all ids of the list whose second page of one resource was asked for */
export function judgePage(reading: string, all: readonly string[], second: Answered): Finding {
  if (second === null) return unknown(reading, notAsked);
  if (!isGood(second)) return notSeen(reading, answeredBy(second));
  const ids = idsOf(dataOf(second));
  if (ids.length !== 1) return notSeen(reading, `a page of one holds ${ids.length}`);
  return ids[0] === all[1]
    ? seen(reading, 'the second page of one holds the second')
    : notSeen(reading, `the second page of one holds ${ids[0] === all[0] ? 'the first' : 'another'}`);
}

export function judgeTags({ single: reply, sample }: Replies): Finding {
  const reading = 'Tags of an application: extra_fields[applications]=tags';
  if (sample.application === null) return unknown(reading, noApplication);
  if (reply === null) return unknown(reading, notAsked);
  if (!isGood(reply)) return notSeen(reading, answeredBy(reply));
  const tags = attribute(single(reply), 'tags');
  if (!Array.isArray(tags)) return notSeen(reading, 'the application has no list of tags');
  const isTag = (tag: unknown) => isObject(tag) && text(member(tag, 'name')) !== null && 'context' in tag;
  return tags.every(isTag)
    ? seen(reading, `application ${sample.application}, tags: ${tags.length}`)
    : notSeen(reading, 'not each has context and name');
}
