/** Compares what every receipt promised with what the service has stored. */
import { path } from '../../src/core/jsonapi/json.ts';
import type { Receipt } from './applicant.ts';
import type { StoredAnswer } from './sandbox-process.ts';

/** A receipt, and what `GET /submissions/{reference}` said of it last. */
export interface LastReceipt extends Receipt {
  /** null: nothing any more. */
  readonly state: string | null;
  /** Of each answer, by question. */
  readonly states: readonly { readonly question: string; readonly state: string }[];
  readonly applicationState: string | null;
}

export interface Service {
  readonly stored: readonly StoredAnswer[];
  /** Ids of the applications with this reference. */
  readonly references: ReadonlyMap<string, readonly string[]>;
}

export interface Verdict {
  readonly answers: number;
  readonly lost: number;
  readonly duplicated: number;
  /** Not there, and the receipt and the operator's list say so. */
  readonly parked: number;
  /** One sentence each. */
  readonly faults: readonly string[];
}

export function judge(receipts: readonly LastReceipt[], service: Service): Verdict {
  const verdicts = receipts.map((one) => judgeOne(one, service));
  const sum = (count: (verdict: Verdict) => number) =>
    verdicts.reduce((total, verdict) => total + count(verdict), 0);
  return {
    answers: sum(({ answers }) => answers),
    lost: sum(({ lost }) => lost),
    duplicated: sum(({ duplicated }) => duplicated),
    parked: sum(({ parked }) => parked),
    faults: verdicts.flatMap(({ faults }) => faults),
  };
}

function judgeOne(receipt: LastReceipt, { stored, references }: Service): Verdict {
  const { reference, application, answers, state, states, applicationState } = receipt;
  const made = application === null ? (references.get(reference) ?? []) : [application];
  const there = stored.filter((one) => made.includes(one.application));
  const missing = answers.filter((given) => !there.some((one) => isSame(given, one)));
  const isParked = (question: string) =>
    applicationState === 'parked' ||
    states.some((one) => one.question === question && one.state === 'parked');
  const parked = missing.filter(({ question }) => isParked(question)).length;
  const lost = missing.length - parked;
  const replaced = there.filter((one) => one.created_at !== one.updated_at).length;
  const tooMany = Math.max(0, there.length + replaced - (answers.length - missing.length));
  // Nothing is wrong with any answer here: one that was refused was there already.
  const refused = states.filter((one) => one.state === 'refused').length;
  const duplicated =
    Math.max(Math.max(0, made.length - 1) + tooMany, refused) + Number(applicationState === 'refused');
  const faults = Object.entries({ lost, duplicated })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${reference} (${state}): ${count} of ${answers.length} answers ${what}`);
  return { answers: answers.length, lost, duplicated, parked, faults };
}

/** Of a file the name and the bytes. */
function isSame({ question, stored }: Receipt['answers'][number], { value, ...one }: StoredAnswer): boolean {
  if (question !== one.question) return false;
  const sha256 = path(stored, 'sha256');
  if (sha256 === undefined) return JSON.stringify(stored) === JSON.stringify(value);
  return sha256 === path(value, 'sha256') && path(stored, 'filename') === path(value, 'filename');
}
