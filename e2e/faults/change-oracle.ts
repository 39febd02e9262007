/** Records which changes of details were really accepted, and judges at the end what became of each. */
import { changesQuestion } from '../../src/core/model/details.ts';
import type { ApplicationId } from '../../src/core/model/ids.ts';
import type { SubjectKey } from '../../src/core/model/ports.ts';
import type {
  Correction,
  Item,
  ItemName,
  LedgerStore,
  NewItem,
  StoredRecord,
} from '../../src/server/delivery/ledger-store.ts';
import { answersOf, changesOf } from '../../src/server/delivery/next-step.ts';
import type { ChangedName, DetailWrite, SimulatedDetails } from './simulated-details.ts';
import { type Figures, noFigures } from './verdict.ts';

/** The details of one application, as they are corrected through here. */
export interface ChangeCase {
  readonly key: SubjectKey;
  readonly application: ApplicationId;
  /** Changes that the store took, by their prints: what is sent again after another change is taken once more. */
  readonly accepted: Map<string, number>;
  /** Those whose receipt reached a browser. */
  readonly receipts: Set<string>;
  /** The numbers that the store gave them, by their prints: each is higher than those before. */
  readonly parts: Map<string, readonly number[]>;
  /** Those that the operator wanted once more, so that they may come after later ones. */
  readonly retried: Set<string>;
  /** Submissions that brought answers as well. */
  beside: number;
  /** The first of all did. */
  isBesideAnswers: boolean;
  /** How those ended that a later one took the place of, by their numbers and prints. */
  readonly ended: Map<string, Item>;
  /** When the operator was told that everything is erased: what had been accepted, and was held of it; null: not told. */
  erased: { readonly prints: ReadonlySet<string>; readonly held: number } | null;
  /** Changes that went before they were over, and moments at which more waited than may. */
  lost: number;
  crowded: number;
  /** Answers that went before the change that came with them. */
  disordered: number;
}

export const newChangeCase = (key: SubjectKey, application: ApplicationId): ChangeCase => ({
  key,
  application,
  accepted: new Map(),
  receipts: new Set(),
  parts: new Map(),
  retried: new Set(),
  beside: 0,
  isBesideAnswers: false,
  ended: new Map(),
  erased: null,
  lost: 0,
  crowded: 0,
  disordered: 0,
});

/** In these simulations a change has its print in the place of the keyed hash. */
const printOf = ({ fingerprint }: Pick<Item, 'fingerprint'>): string => fingerprint;

const nameOf = (item: Pick<Item, 'part' | 'fingerprint'>): string => `${item.part} ${printOf(item)}`;

interface Witness {
  readonly caseOf: (key: SubjectKey) => ChangeCase | undefined;
  readonly details: SimulatedDetails;
  readonly look: LedgerStore['find'];
  /** Changes that may wait at once. */
  readonly most: number;
}

type Stored = Pick<Correction, 'key' | 'isLater'> & { readonly items: readonly NewItem[] };

/** Sees what is durably stored, also where its process crashes before it learns of it. */
export function witnessedChanges(base: LedgerStore, { caseOf, details, look, most }: Witness): LedgerStore {
  const note = async (one: ChangeCase, { items, isLater = false }: Stored, before: StoredRecord | null) => {
    const after = await look(one.key);
    const isThere = (print: string) =>
      after !== null && changesOf(after).some((item) => printOf(item) === print);
    for (const item of items.filter(isNewChange))
      if (isThere(printOf(item))) one.accepted.set(printOf(item), 1 + (one.accepted.get(printOf(item)) ?? 0));
    if (after === null || after.erasedAt !== null) return;
    for (const item of changesOf(after)) {
      const known = one.parts.get(printOf(item)) ?? [];
      if (!known.includes(item.part)) one.parts.set(printOf(item), [...known, item.part]);
    }
    const isBeside = !isLater && items.some(isNewChange) && items.some(isAnswerItem);
    if (isBeside && items.filter(isNewChange).every((item) => isThere(printOf(item)))) one.beside += 1;
    if (before === null) one.isBesideAnswers = changesOf(after).length > 0 && answersOf(after).length > 0;
    if (changesOf(after).filter((item) => !isOver(item)).length > most) one.crowded += 1;
    const names = new Set(changesOf(after).map(nameOf));
    for (const item of before === null ? [] : changesOf(before)) {
      if (names.has(nameOf(item))) continue;
      one.ended.set(nameOf(item), item);
      if (!isOver(item)) one.lost += 1;
    }
  };
  const watch = async <Done>(stored: Stored, store: () => Promise<Done>): Promise<Done> => {
    const one = caseOf(stored.key);
    if (one === undefined) return store();
    const before = await look(stored.key);
    try {
      return await store();
    } finally {
      await note(one, stored, before);
    }
  };
  return {
    ...base,
    insert: (submission) => watch(submission, () => base.insert(submission)),
    correct: (correction) => watch(correction, () => base.correct(correction)),
    async amend(amendment) {
      const record = caseOf(amendment.key) === undefined ? null : await look(amendment.key);
      // Before it is stored: a worker may go on with it at once.
      for (const { change, ...name } of amendment.items)
        if (change.state === 'unclear')
          for (const item of itemsOf(record, name)) {
            details.want(printOf(item));
            caseOf(amendment.key)?.retried.add(printOf(item));
          }
      return base.amend(amendment);
    },
  };
}

const itemsOf = (record: StoredRecord | null, { question, part }: ItemName): readonly Item[] =>
  record === null ? [] : changesOf(record).filter((item) => item.question === question && item.part === part);

const isAnswerItem = ({ question }: NewItem) => question !== null && question !== changesQuestion;

/** What is kept of a correction has a version. */
const isNewChange = ({ question, version = null }: NewItem & { readonly version?: number | null }) =>
  question === changesQuestion && version === null;

/** The ledger's rule, written down once more: an oracle that asked the ledger would not see that the rule was lost. */
const isOver = ({ state, payload }: Item): boolean =>
  state === 'delivered' || state === 'refused' || (state === 'parked' && payload === null);

/** The applicant is told that this is not there; one that changed meanwhile says so of the names that it lists alone. */
const isDenied = ({ code, members }: Item, name: ChangedName): boolean =>
  code !== 'changed_meanwhile' || members.includes(name);

export function judgeChanges(
  one: ChangeCase,
  record: StoredRecord | null,
  details: SimulatedDetails,
): Figures {
  const { lost, crowded, beside } = one;
  const writes = details.writesOf(one.application);
  const disordered = one.disordered + countDisordered(one, writes);
  const figures = { ...noFigures(), changes: one.accepted.size, beside, lost, crowded, disordered };
  figures.lost += [...one.receipts].filter((print) => !one.accepted.has(print)).length;
  figures.hidden += writes.filter(({ print }) => print !== null && !one.accepted.has(print)).length;
  if (one.erased !== null) figures.hidden += countWritten(writes, one.erased.prints) - one.erased.held;
  const left = new Map((record === null ? [] : changesOf(record)).map((item) => [nameOf(item), item]));
  const items = [...new Map([...one.ended, ...left]).values()];
  for (const [print, count] of one.accepted) {
    const stored = writes.filter((write) => write.print === print);
    const unwanted = stored.filter(({ isWanted }) => !isWanted);
    figures.duplicated += Math.max(0, unwanted.length - count);
    if (record !== null && record.erasedAt !== null) continue;
    const own = items.filter((item) => printOf(item) === print);
    judgeChange(
      own,
      { isStored: stored.length > 0, standing: details.standing(one.application, print) },
      figures,
    );
  }
  return figures;
}

interface Written {
  readonly isStored: boolean;
  /** What it wrote and nothing else was written over. */
  readonly standing: readonly ChangedName[];
}

/** @param items all that came of one change, which may have been accepted more than once: each is told for itself */
function judgeChange(items: readonly Item[], { isStored, standing }: Written, figures: Figures): void {
  if (items.length === 0) figures.lost += 1;
  const isTold = items.some(({ state }) => state === 'delivered');
  if (isTold && !isStored) figures.lost += 1;
  for (const item of items) {
    const isDeniedHere = item.state === 'refused' && standing.some((name) => isDenied(item, name));
    // What stands is then that of the other, whose receipt says so.
    if (isDeniedHere && !isTold) figures.untold += 1;
    if (item.state === 'parked') figures.parked += 1;
    if (!/^(delivered|refused|parked)$/.test(item.state)) figures.lost += 1;
  }
}

/** Changes that the service holds, or held. */
const countWritten = (writes: readonly DetailWrite[], prints: ReadonlySet<string>): number =>
  writes.filter(({ print }) => print !== null && prints.has(print)).length;

/** The operator is told so; what is told first counts. */
export function noteErased(one: ChangeCase, details: SimulatedDetails): void {
  const prints = new Set(one.accepted.keys());
  one.erased ??= { prints, held: countWritten(details.writesOf(one.application), prints) };
}

/** Changes that were written after one that was accepted later. */
function countDisordered({ parts, retried }: ChangeCase, writes: readonly DetailWrite[]): number {
  let latest = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (const { print, isWanted } of writes) {
    const own = print === null || isWanted || retried.has(print) ? [] : (parts.get(print) ?? []);
    if (own.length === 0) continue;
    // One that was accepted again may be either of both.
    if (Math.max(...own) < latest) count += 1;
    latest = Math.max(latest, Math.min(...own));
  }
  return count;
}

/** What came in one submission with a change that was never looked for goes behind it. */
export function noteAnswer(one: ChangeCase, details: SimulatedDetails): void {
  if (one.isBesideAnswers && !details.wasAsked(one.application)) one.disordered += 1;
}
