/** Records what was really accepted, below everything that can fail, and what the applicant was told of it. */

import type { FieldName } from '../../src/core/model/details.ts';
import type { ApplicationId, QuestionId, Reference } from '../../src/core/model/ids.ts';
import type { Submission } from '../../src/core/model/submission.ts';
import type { QuestionTree } from '../../src/core/tree/question-tree.ts';
import type { LedgerStore } from '../../src/server/ledger/ledger-store.ts';
import type { NewItem, NewSubmission, StoredRecord } from '../../src/server/ledger/record.ts';
import type { SubjectKey } from '../../src/server/ports.ts';
import { type Content, printOf } from './content.ts';
import type { Erased } from './operator.ts';
import { filesOf, type Said } from './said.ts';
import type { SimulatedService } from './simulated-service.ts';

/** One applicant's form. */
export interface Case {
  readonly key: SubjectKey;
  readonly tree: QuestionTree;
  /** null: it is not made yet. */
  readonly application: ApplicationId | null;
  /** Everything that any process was sent, by `offerName`. */
  readonly offered: Map<string, Content>;
  /** What the store accepted, in order. */
  readonly accepted: Content[];
  /** References of the receipts that reached a browser. */
  readonly receipts: Set<Reference>;
  /** Faults that are found during the run. */
  untold: number;
  hidden: number;
  /** What the service held when the operator was told that everything is erased; null: not told. */
  heldAtErasure: number | null;
  /** Answers that the last report called delivered. */
  seenDelivered: number;
  /** Fields that a refusal named and that were not sent: the next visitors must be asked for them. */
  readonly toLearn: Set<FieldName>;
}

export const newCase = (key: SubjectKey, tree: QuestionTree, application: ApplicationId | null): Case => ({
  key,
  tree,
  application,
  offered: new Map(),
  accepted: [],
  receipts: new Set(),
  untold: 0,
  hidden: 0,
  heldAtErasure: null,
  seenDelivered: 0,
  toLearn: new Set(),
});

/** By what the store is given of it. */
export const offerName = ({ fingerprint, making }: Pick<Content, 'fingerprint' | 'making'>): string =>
  JSON.stringify([fingerprint, making]);

/** Records what is durably stored, even if the process crashes before it learns of it. */
export function witnessed(base: LedgerStore, { caseOf, look }: Witness): LedgerStore {
  const contentOf = ({ key, fingerprint, items }: Stored) =>
    caseOf(key)?.offered.get(offerName({ fingerprint, making: makingOf(items) }));
  const note = (stored: Stored): void => {
    const [one, content] = [caseOf(stored.key), contentOf(stored)];
    if (one !== undefined && content !== undefined) one.accepted.push(content);
  };
  const watch = async <Done extends Changed>(stored: Stored, store: () => Promise<Done>): Promise<Done> => {
    try {
      const done = await store();
      if (isDone(done)) note(stored);
      return done;
    } catch (error) {
      // Of a commit whose reply is lost only the store knows.
      if (await isStored(stored)) note(stored);
      throw error;
    }
  };
  const isStored = async (stored: Stored): Promise<boolean> => {
    const { key, fingerprint, items } = stored;
    const accepted = caseOf(key)?.accepted.length;
    const record = await look(key);
    // Another process was quicker meanwhile.
    if (caseOf(key)?.accepted.length !== accepted) return isStored(stored);
    return record?.fingerprint === fingerprint && makingOf(record.items) === makingOf(items);
  };
  return {
    ...base,
    insert: (submission) => watch(submission, () => base.insert(submission)),
    correct: (correction) => watch(correction, () => base.correct(correction)),
  };
}

type Stored = Pick<NewSubmission, 'key' | 'fingerprint'> & { readonly items: readonly NewItem[] };

/** What the store of the one who judges says, and whose case it is. */
interface Witness {
  readonly caseOf: (key: SubjectKey) => Case | undefined;
  readonly look: LedgerStore['find'];
}

const makingOf = (items: readonly NewItem[]): string | null =>
  items.find(({ question }) => question === null)?.fingerprint ?? null;

/** Calls `changed` for every change by an applicant or operator that is durably stored, or may be. */
export function countChanges(base: LedgerStore, changed: () => void): LedgerStore {
  const watch = async <Done extends Changed>(store: Promise<Done>): Promise<Done> => {
    const done = await store.catch((error: unknown) => {
      changed();
      throw error;
    });
    if (isDone(done)) changed();
    return done;
  };
  return {
    ...base,
    insert: (submission) => watch(base.insert(submission)),
    correct: (correction) => watch(base.correct(correction)),
    // What an erasure takes away is no more lost with a disk.
    amend: (amendment) => (amendment.erases === true ? base.amend(amendment) : watch(base.amend(amendment))),
  };
}

/** An insert gives what is stored, or null. */
type Changed = StoredRecord | null | boolean;

const isDone = (done: Changed): boolean => done !== null && done !== false;

/** The application that the answers of this case belong to; undefined: not made yet. */
export function applicationOf(one: Case, service: SimulatedService, reference: Reference | undefined) {
  if (one.application !== null) return one.application;
  return service.applications.find((made) => made.reference === reference)?.id;
}

/** What the service holds of this case: its applications and all their answers. */
export function countHeld(one: Case, service: SimulatedService, reference: Reference): number {
  const made = service.applications.filter((application) => application.reference === reference);
  const own = new Set([one.application, ...made.map(({ id }) => id)]);
  return made.length + service.answers.filter(({ application }) => own.has(application)).length;
}

export const erasedCase = (one: Case, service: SimulatedService): Erased => ({
  key: one.key,
  onErased(reference) {
    // What is told first counts.
    one.heldAtErasure ??= countHeld(one, service, reference);
  },
});

/** What an applicant was told to be missing has been learned by then. */
export function noteDemands(one: Case, { application }: Submission, service: SimulatedService): void {
  if (application?.state !== 'refused') return;
  const said = one.accepted.at(-1)?.said ?? null;
  for (const field of application.fields)
    if (service.missed.has(field) && said !== null && !hasSaid(said, field)) one.toLearn.add(field);
}

function hasSaid(said: Said, field: FieldName): boolean {
  const { cv, cover_letter, documents = [] } = filesOf(said);
  switch (field) {
    case 'cv':
      return cv !== undefined;
    case 'cover_letter':
      return cover_letter !== undefined;
    case 'documents':
      return documents.length > 0;
    case 'phone':
    case 'summary':
      return said.details[field] !== undefined;
    default:
      return true;
  }
}

/** Counts answers that are called delivered although the service holds fewer for their question. */
export function countUntrueClaims(one: Case, submission: Submission, service: SimulatedService): number {
  const delivered = submission.answers.filter(({ state }) => state === 'delivered').length;
  // A claim that was true stays true: the service never deletes an answer.
  if (delivered === one.seenDelivered) return 0;
  one.seenDelivered = delivered;
  const application = applicationOf(one, service, submission.reference);
  const wanted = new Set(
    one.accepted.flatMap(({ answers }) => answers.map(({ question, value }) => printOf(question, value))),
  );
  const told = new Map<QuestionId, number>();
  for (const { question, state } of submission.answers)
    if (state === 'delivered') told.set(question, (told.get(question) ?? 0) + 1);
  let untrue = submission.application?.state === 'delivered' && application === undefined ? 1 : 0;
  for (const [question, count] of told) {
    const held = service.answers.filter(
      (answer) =>
        answer.application === application && answer.question === question && wanted.has(answer.print),
    );
    untrue += Math.max(0, count - new Set(held.map(({ print }) => print)).size);
  }
  return untrue;
}
