/** Whether each real candidate is at the service, once. */
import type { HeldAnswer } from '../../src/sandbox/control/held-answers.ts';
import type { Applied } from './candidate.ts';

export interface Held {
  readonly answers: readonly Pick<HeldAnswer, 'application' | 'value'>[];
  /** Ids of the applications that carry each reference of ours. */
  readonly references: ReadonlyMap<string, readonly string[]>;
  /** Of everything that is in the store. */
  readonly stored: ReadonlySet<string>;
}

export interface Judged {
  /** Promised, and neither at the service nor waiting in the store. */
  readonly lost: number;
  readonly twice: number;
  /** Promised, and waiting still. */
  readonly unfinished: number;
  readonly withoutReceipt: number;
}

type Verdict = keyof Judged | 'once';

export function judge(candidates: readonly Applied[], held: Held): Judged {
  const verdicts = candidates.map((candidate) => judgeOne(candidate, held));
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
  return {
    lost: count('lost'),
    twice: count('twice'),
    unfinished: count('unfinished'),
    withoutReceipt: count('withoutReceipt'),
  };
}

function judgeOne({ texts, reference, delivery }: Applied, { answers, references, stored }: Held): Verdict {
  const found = texts.map((text) => answers.filter(({ value }) => value === text));
  const isTwice = found.some((all) => all.length > 1);
  if (isTwice || (references.get(reference ?? '')?.length ?? 0) > 1) return 'twice';
  if (reference === null) return 'withoutReceipt';
  const applications = new Set(found.flat().map(({ application }) => application));
  const isWhole = found.every((all) => all.length === 1) && applications.size === 1;
  if (isWhole) return 'once';
  return delivery === null && stored.has(reference) ? 'unfinished' : 'lost';
}
