/** Compares what every receipt promised with what the service holds. */
import type { HeldAnswer } from '../../src/sandbox/control/held-answers.ts';
import { at } from '../../src/sandbox/json.ts';
import type { GivenAnswer } from './answer-form.ts';
import type { Promised } from './applicant.ts';

/** What a receipt said last. */
export interface LastWord {
  /** `attributes.state` of `GET /submissions/{reference}`; null: nothing any more. */
  readonly state: string | null;
  readonly answers: readonly { readonly question: string; readonly state: string }[];
  readonly application: string | null;
}

export interface Kept {
  readonly promised: Promised;
  readonly last: LastWord;
}

export interface Service {
  readonly held: readonly HeldAnswer[];
  /** Ids of the applications with this reference. */
  readonly references: ReadonlyMap<string, readonly string[]>;
}

export interface Verdict {
  readonly answers: number;
  readonly lost: number;
  readonly duplicated: number;
  /** Not there, and said so. */
  readonly parked: number;
  /** One sentence each. */
  readonly faults: readonly string[];
}

export function judge(kept: readonly Kept[], service: Service): Verdict {
  const held = byApplication(service.held);
  const all = kept.map((one) => judgeOne(one, { ...service, held }));
  const sum = (of: (verdict: Verdict) => number) => all.reduce((total, verdict) => total + of(verdict), 0);
  return {
    answers: sum(({ answers }) => answers),
    lost: sum(({ lost }) => lost),
    duplicated: sum(({ duplicated }) => duplicated),
    parked: sum(({ parked }) => parked),
    faults: all.flatMap(({ faults }) => faults),
  };
}

function byApplication(held: readonly HeldAnswer[]): ReadonlyMap<string, readonly HeldAnswer[]> {
  const groups = new Map<string, HeldAnswer[]>();
  for (const one of held) {
    const group = groups.get(one.application);
    if (group === undefined) groups.set(one.application, [one]);
    else group.push(one);
  }
  return groups;
}

type Grouped = Omit<Service, 'held'> & { readonly held: ReadonlyMap<string, readonly HeldAnswer[]> };

function judgeOne({ promised, last }: Kept, { held, references }: Grouped): Verdict {
  const { reference, application, answers } = promised;
  const made = application === null ? (references.get(reference) ?? []) : [application];
  const there = [...new Set(made)].flatMap((id) => held.get(id) ?? []);
  const missing = answers.filter((given) => !there.some((one) => isSame(given, one)));
  const told = missing.filter(({ question }) => isTold(question, last));
  const again = made.length > 1 ? made.length - 1 : 0;
  const twice = again + Math.max(0, there.length + countReplaced(there) - (answers.length - missing.length));
  // Nothing is wrong with any answer here: one that is refused was there already.
  const refused = last.answers.filter(({ state }) => state === 'refused').length;
  const duplicated = Math.max(twice, refused) + Number(last.application === 'refused');
  const lost = missing.length - told.length;
  const describe = (what: string, count: number) => (count === 0 ? [] : [`${reference}: ${count} ${what}`]);
  return {
    answers: answers.length,
    lost,
    duplicated,
    parked: told.length,
    faults: [
      ...describe(
        `lost of ${answers.length} (${last.state}): ${missing.map(({ question }) => question)}`,
        lost,
      ),
      ...describe(`too many (${last.state}): ${there.map(({ question }) => question)}`, duplicated),
    ],
  };
}

/** Of a file the name and the bytes. */
function isSame({ question, held }: GivenAnswer, one: HeldAnswer): boolean {
  if (question !== one.question) return false;
  const sha256 = at(held, 'sha256');
  if (sha256 === undefined) return JSON.stringify(held) === JSON.stringify(one.value);
  return sha256 === at(one.value, 'sha256') && at(held, 'filename') === at(one.value, 'filename');
}

/** The receipt and the attention list say that it is not delivered. */
function isTold(question: string, { answers, application }: LastWord): boolean {
  if (application === 'parked') return true;
  return answers.some((one) => one.question === question && one.state === 'parked');
}

const countReplaced = (there: readonly HeldAnswer[]): number =>
  there.filter(({ created_at: made, updated_at: changed }) => made !== changed).length;
