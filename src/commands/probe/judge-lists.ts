/** Names of the parameters of the list of questions. */
import { path } from '../../documents/stored-json.ts';
import { type Finding, notSeen, seen, unknown } from './finding.ts';
import { judgePage } from './judge-lookups.ts';
import type { Replies } from './replies.ts';
import { type Answered, answeredBy, counted, dataOf, idsOf, isGood, notAsked } from './reply.ts';

export function judgePages({ questions, secondQuestion }: Replies): Finding {
  const reading = 'Pages of questions: page[number], page[size]';
  if (dataOf(questions).length < 2) return unknown(reading, 'There are fewer than two questions.');
  return judgePage(reading, idsOf(dataOf(questions)), secondQuestion);
}

export function judgeTotal({ total }: Replies): Finding {
  const reading = 'The number of questions: stats[total]=count, at meta.stats.total.count';
  if (total === null) return unknown(reading, notAsked);
  if (!isGood(total)) return notSeen(reading, answeredBy(total));
  const count = path(total.document, 'meta', 'stats', 'total', 'count');
  return typeof count === 'number'
    ? seen(reading, counted(count, 'question'))
    : notSeen(reading, 'it is taken, and no number stands there');
}

/** Whether an unknown parameter is refused decides what a 200 says of a name that we only guess. */
const isStrict = ({ stranger }: Replies): boolean => stranger?.status === 400;

const cannotTell = 'It is taken, but this service takes any parameter, so that tells nothing.';

export function judgeDateFilters(replies: Replies): Finding {
  const reading = 'Questions by time: filter[created_at] and [updated_at], [gt] and [lt]';
  return judgeTaken(reading, replies.dates, isStrict(replies));
}

function judgeTaken(reading: string, reply: Answered, isTelling: boolean): Finding {
  if (reply === null) return unknown(reading, notAsked);
  if (!isGood(reply)) return notSeen(reading, answeredBy(reply));
  return isTelling ? seen(reading, 'taken, and an unknown name is not') : unknown(reading, cannotTell);
}

export function judgeSectionFilter(replies: Replies): Finding {
  const reading = 'Questions of a section: filter[structured_section_id]';
  const { section, questions } = replies;
  if (isGood(section) && dataOf(section).length > 0)
    return notSeen(reading, 'it is taken, and filters nothing');
  if (isGood(section) && dataOf(questions).length > 0)
    return seen(reading, 'no questions of a section that does not exist');
  return judgeTaken(reading, section, isStrict(replies));
}

export function judgeBankedFilter(replies: Replies): Finding {
  return judgeTaken('Questions of the bank: filter[banked]', replies.banked, isStrict(replies));
}

/** No reading of ours needs it; it says how far "taken" can be believed. */
export function judgeStranger({ stranger }: Replies): Finding {
  const reading = 'An unknown parameter is refused with 400';
  if (stranger === null) return unknown(reading, notAsked);
  return stranger.status === 400
    ? seen(reading, 'answered with 400')
    : notSeen(reading, answeredBy(stranger));
}
