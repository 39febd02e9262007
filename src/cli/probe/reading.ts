/** A reading of ours: its statement about a service, the reply that shows it, and what to set where it does not hold. */

import type { Semantics } from '../../core/model/question.ts';
import type { ReadBack, WithoutReadBack } from '../../server/delivery/read-back-ways.ts';
import type { TenantOptions } from '../../server/http/options.ts';
import type { PostingWay } from '../../server/service/readings.ts';
import { type Answered, answeredBy, dataOf, idsOf, isGood, notAsked, type Replies, some } from './replies.ts';

/** `unknown`: could not tell. */
export type Verdict = 'seen' | 'not_seen' | 'unknown';

/** Members of a tenant in `APPLY_CONFIG` that a reading of the service can decide. */
export interface Settings {
  readonly questionFilter: TenantOptions['questionFilter'];
  readonly questionsBy: TenantOptions['questionsBy'];
  readonly readPosting: PostingWay;
  readonly dateOrder: Semantics['dateOrder'];
  readonly readBack: ReadBack;
  readonly withoutReadBack: WithoutReadBack;
}

export interface Circumstances {
  /** Of the running configuration. */
  readonly current: Settings;
  /** Seconds of a `Retry-After`; null: a 429 without one; undefined: no 429 came. */
  readonly limited: number | null | undefined;
}

/** What was seen (for what could not be told, how to make it tell), and what has to be set and is not. */
export type Judgement = readonly [verdict: Verdict, detail: string, set?: Partial<Settings>];

export interface Reading {
  /** As a statement. */
  readonly reading: string;
  /** Options that a person may choose by, whatever was seen. */
  readonly options?: readonly string[];
  /** Why nothing can be told from these replies; null: it can. */
  readonly lacks?: (replies: Replies) => string | null;
  /** The reply that shows it: not asked, nothing can be told; refused, it does not hold. */
  readonly shownBy?: (replies: Replies) => Answered;
  /** What follows from a refusal. */
  readonly refused?: string;
  readonly judge: (replies: Replies, circumstances: Circumstances) => Judgement;
}

export interface Finding extends Required<Pick<Reading, 'reading' | 'options'>> {
  readonly verdict: Verdict;
  readonly detail: string;
  readonly set: Partial<Settings>;
}

export function judgeReading(one: Reading, replies: Replies, circumstances: Circumstances): Finding {
  const [verdict, detail, set = {}] = judgeBefore(one, replies) ?? one.judge(replies, circumstances);
  return { reading: one.reading, verdict, detail, set, options: one.options ?? [] };
}

function judgeBefore({ lacks, shownBy, refused = '' }: Reading, replies: Replies): Judgement | null {
  const lacking = lacks?.(replies) ?? null;
  if (lacking !== null) return ['unknown', lacking];
  if (shownBy === undefined) return null;
  const reply = shownBy(replies);
  if (reply === null) return ['unknown', notAsked];
  return isGood(reply) ? null : ['not_seen', answeredBy(reply) + refused];
}

/** It is seen, or it is not: one sentence for each. */
export const either = (isSeen: boolean, seen: string, not: string): Judgement =>
  isSeen ? ['seen', seen] : ['not_seen', not];

/** Whether the second page of one resource holds the second of the whole list. */
export function judgePage(all: Answered, second: Answered): Judgement {
  const [ids, paged] = [idsOf(dataOf(all)), idsOf(dataOf(second))];
  if (paged.length !== 1) return ['not_seen', `a page of one holds ${paged.length}`];
  const other = `the second page of one holds ${paged[0] === ids[0] ? 'the first' : 'another'}`;
  return either(paged[0] === ids[1], 'the second page of one holds the second', other);
}

/** Something of a question that does not keep to a reading. */
export interface Strange {
  readonly told: string;
  /** null: nothing that was read names it. */
  readonly job: string | null;
}

/** Some of what was read. `not`: what a sentence says of those that do not keep to the reading. */
interface Several {
  readonly all: number;
  readonly strange: readonly Strange[];
  readonly not: string;
}

/** A single form may be badly written: a reading holds where most keep to it, and the others are named. */
export function mostly(detail: string, { all, strange, not }: Several): Judgement {
  if (strange.length === 0) return ['seen', detail];
  const others = `${not} ${byJob(strange)}`;
  return either(strange.length * 2 < all, `${detail}; but ${others}`, others);
}

/** A question is looked for in the form of its job. */
function byJob(strange: readonly Strange[]): string {
  const jobs = [...new Set(strange.map(({ job }) => job))].sort((left) => (left === null ? 1 : -1));
  const told = (job: string | null) => {
    const own = strange.filter((one) => one.job === job);
    return `${some(own.map((one) => one.told))}${job === null ? ', of jobs that the list does not name' : ` of job ${job}`}`;
  };
  return jobs.map(told).join('; ');
}
