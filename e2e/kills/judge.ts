/** Compares the content of every receipt with the data of the service. */
import { path } from '../../src/core/jsonapi/json.ts';
import type { Receipt } from './applicant.ts';
import type { StoredAnswer } from './sandbox-process.ts';

/** A receipt, with the last reply of `GET /submissions/{reference}`. */
export interface LastReceipt extends Receipt {
  /** null if the submission no longer exists. */
  readonly state: string | null;
  /** The state of each answer. */
  readonly states: readonly { readonly question: string; readonly state: string }[];
  readonly applicationState: string | null;
}

export interface Service {
  readonly stored: readonly StoredAnswer[];
  /** The ids of the applications with each reference. */
  readonly references: ReadonlyMap<string, readonly string[]>;
}

export interface Verdict {
  readonly answers: number;
  readonly lost: number;
  readonly duplicated: number;
  /** Items that did not arrive, which the receipt and the operator's list report. */
  readonly parked: number;
  /** One sentence for each fault. */
  readonly faults: readonly string[];
}

export function judge(receipts: readonly LastReceipt[], service: Service): Verdict {
  const verdicts = receipts.map((receipt) => judgeReceipt(receipt, service));
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

function judgeReceipt(receipt: LastReceipt, { stored, references }: Service): Verdict {
  const { reference, application, answers, state, states, applicationState } = receipt;
  const made = application === null ? (references.get(reference) ?? []) : [application];
  const arrived = stored.filter((answer) => made.includes(answer.application));
  const missing = answers.filter((given) => !arrived.some((answer) => isSame(given, answer)));
  const isParked = (question: string) =>
    applicationState === 'parked' ||
    states.some((answer) => answer.question === question && answer.state === 'parked');
  const parked = missing.filter(({ question }) => isParked(question)).length;
  const lost = missing.length - parked;
  const replaced = arrived.filter((answer) => answer.created_at !== answer.updated_at).length;
  const tooMany = Math.max(0, arrived.length + replaced - (answers.length - missing.length));
  // All answers are valid, so the service refuses only those that it already has.
  const refused = states.filter((answer) => answer.state === 'refused').length;
  const duplicated =
    Math.max(Math.max(0, made.length - 1) + tooMany, refused) + Number(applicationState === 'refused');
  const faults = Object.entries({ lost, duplicated })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${reference} (${state}): ${count} of ${answers.length} answers ${what}`);
  return { answers: answers.length, lost, duplicated, parked, faults };
}

/** Compares files by name and bytes. */
function isSame(given: Receipt['answers'][number], { question, value }: StoredAnswer): boolean {
  if (given.question !== question) return false;
  const sha256 = path(given.stored, 'sha256');
  if (sha256 === undefined) return JSON.stringify(given.stored) === JSON.stringify(value);
  return sha256 === path(value, 'sha256') && path(given.stored, 'filename') === path(value, 'filename');
}
