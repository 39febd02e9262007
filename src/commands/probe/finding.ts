/** What the probe says of one reading. */
import type { ReadBack, WithoutReadBack } from '../../delivery/read-back-ways.ts';
import type { Semantics } from '../../model/question.ts';
import type { TenantOptions } from '../../proxy/options.ts';
import { some } from './reply.ts';

/** `unknown`: could not tell. */
export type Verdict = 'seen' | 'not_seen' | 'unknown';

/** Members of a tenant in `APPLY_CONFIG` that a reading of the service can decide. */
export interface Settings {
  readonly questionFilter: TenantOptions['questionFilter'];
  readonly questionsBy: TenantOptions['questionsBy'];
  readonly dateOrder: Semantics['dateOrder'];
  readonly readBack: ReadBack;
  readonly withoutReadBack: WithoutReadBack;
}

export interface Finding {
  /** Our reading, as a statement. */
  readonly reading: string;
  readonly verdict: Verdict;
  /** What was seen; for what could not be told, how to make it tell. */
  readonly detail: string;
  /** What has to stand in the configuration and does not. */
  readonly set: Partial<Settings>;
  /** Options that a person may choose by, whatever was seen. */
  readonly options: readonly string[];
}

type Rest = Partial<Pick<Finding, 'set' | 'options'>>;

const finding =
  (verdict: Verdict) =>
  (reading: string, detail: string, { set = {}, options = [] }: Rest = {}): Finding => ({
    reading,
    verdict,
    detail,
    set,
    options,
  });

export const seen = finding('seen');
export const notSeen = finding('not_seen');
export const unknown = finding('unknown');

/** Some of what was read. `not`: what a sentence says of those that do not keep to the reading. */
export interface Kept {
  readonly all: number;
  readonly strange: readonly Strange[];
  readonly not: string;
}

/** Something of a question that does not keep to a reading. */
export interface Strange {
  readonly told: string;
  /** null: nothing that was read names it. */
  readonly job: string | null;
}

/** A single form may be badly written: a reading holds where most keep to it, and the others are named. */
export function mostly(reading: string, detail: string, { all, strange, not }: Kept): Finding {
  if (strange.length === 0) return seen(reading, detail);
  return strange.length * 2 < all
    ? seen(reading, `${detail}; but ${not} ${byJob(strange)}`)
    : notSeen(reading, `${not} ${byJob(strange)}`);
}

/** A question is looked for in the form of its job. */
function byJob(strange: readonly Strange[]): string {
  const jobs = [...new Set(strange.map(({ job }) => job))].sort((left) => (left === null ? 1 : -1));
  return jobs
    .map((job) => {
      const own = strange.filter((one) => one.job === job).map(({ told }) => told);
      return `${some(own)}${job === null ? ', of jobs that the list does not name' : ` of job ${job}`}`;
    })
    .join('; ');
}
