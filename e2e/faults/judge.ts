/** Compares the data of the service with the accepted submissions and the reports to applicants, at the end of a schedule. */
import { documentsQuestion } from '../../src/core/model/details.ts';
import type { QuestionId } from '../../src/core/model/ids.ts';
import {
  answersOf,
  type Item,
  type ItemState,
  makingOf,
  type StoredRecord,
} from '../../src/server/ledger/record.ts';
import type { Applicant } from './applicant.ts';
import { applicationOf, type Dossier, nameOf, printVisitor } from './entry.ts';
import { referenceOf } from './fleet.ts';
import { answersIn, type Draft } from './form.ts';
import { printOf, type Service } from './service.ts';

export const noFigures = () => ({
  /** Answers and documents that were accepted. */
  answers: 0,
  /**
   * Accepted items that neither reached the service nor were reported to an operator, applications with other content than
   * was accepted, and items that an erasure left here.
   */
  lost: 0,
  /** Items that the service has more than once. */
  duplicated: 0,
  /** Answers that should not be at the service: to hidden questions, before their parent's, or after an erasure. */
  hidden: 0,
  /** Wrong or missing reports to applicants. */
  untold: 0,
  /** Items that were reported to an operator, which is not a fault. */
  parked: 0,
  /** The number of times the store was replaced by a backup. */
  restores: 0,
  /** Applicants who were erased. */
  erased: 0,
  /** Files of applications. */
  documents: 0,
  /** Applications that the service refused. */
  refusals: 0,
  /** Events that a back end received, with repetitions. */
  events: 0,
  /** Events that were missing, out of order, or had members that events may not have. */
  wrongEvents: 0,
  /** Events that arrived under two ids. */
  repeatedEvents: 0,
});

export type Figures = ReturnType<typeof noFigures>;

const isName = (text: string): text is keyof Figures => Object.hasOwn(noFigures(), text);
export const figureNames = Object.keys(noFigures()).filter(isName);
const faults = ['lost', 'duplicated', 'hidden', 'untold', 'wrongEvents', 'repeatedEvents'] as const;

export function addTo(total: Figures, figures: Figures): void {
  for (const name of figureNames) total[name] += figures[name];
}

export const isFaulty = (figures: Figures): boolean => faults.some((name) => figures[name] > 0);

export interface Found {
  readonly service: Service;
  /** null if no data of this applicant is stored. */
  readonly record: StoredRecord | null;
  /** Whether the store was replaced by a backup, which is older than some reports. */
  readonly isRestored: boolean;
}

interface Judging extends Found {
  readonly dossier: Dossier;
  readonly record: StoredRecord;
  /** The draft that was accepted last. */
  readonly draft: Draft;
  readonly figures: Figures;
}

export function judge(applicant: Applicant, found: Found): Figures {
  const { dossier, hasSent } = applicant;
  const { record } = found;
  const figures = { ...noFigures(), untold: dossier.untold };
  if (record === null) {
    figures.lost += dossier.receipts.size;
    // Without a receipt the applicant needs the draft.
    if (hasSent && applicant.draft === null) figures.untold += 1;
    return figures;
  }
  if (record.erasedAt !== null) return judgeErased(dossier, record, { ...found, figures });
  const making = makingOf(record)?.fingerprint ?? null;
  const draft = dossier.offered.get(nameOf({ fingerprint: record.fingerprint, detailsFingerprint: making }));
  if (draft === undefined) throw new Error('The store has a submission that no applicant sent.');
  const judging = { ...found, dossier, record, draft, figures };
  if ([...dossier.receipts].some((receipt) => receipt !== record.reference)) figures.lost += 1;
  judgeApplication(judging);
  judgeAnswers(judging);
  judgeScreens(applicant, judging);
  return figures;
}

/** Counts the items of this dossier that the service accepted. */
export function countTaken(dossier: Dossier, service: Service): number {
  const reference = referenceOf(dossier.key);
  const made = service.applications.filter((application) => application.reference === reference);
  const own = new Set<string | null>([dossier.application, ...made.map(({ id }) => id)]);
  return made.length + service.answers.filter(({ application }) => own.has(application)).length;
}

/** Checks that the service received nothing twice and nothing after the erasure, and that no data remains here. */
function judgeErased(
  dossier: Dossier,
  { reference, items }: StoredRecord,
  { service, figures }: Pick<Judging, 'service' | 'figures'>,
): Figures {
  const application = applicationOf(dossier, service, reference);
  const prints = service.answers
    .filter((taken) => taken.application === application)
    .map(({ print }) => print);
  const made = service.applications.filter((other) => other.reference === reference);
  figures.duplicated += prints.length - new Set(prints).size + Math.max(0, made.length - 1);
  figures.hidden +=
    dossier.storedAtErasure === null ? 0 : countTaken(dossier, service) - dossier.storedAtErasure;
  figures.lost += items.length;
  return figures;
}

function judgeApplication({ dossier, record, draft, service, figures }: Judging): void {
  const item = makingOf(record);
  if (item === null || draft.visitor === null) return;
  const made = service.applications.filter(({ reference }) => reference === record.reference);
  const print = printVisitor(draft.visitor);
  figures.documents += item.files.length;
  figures.duplicated += Math.max(0, made.length - 1);
  if (item.state === 'parked') figures.parked += 1;
  if (made.length === 0 && item.state !== 'refused' && item.state !== 'parked') figures.lost += 1;
  if (made.length > 0 && item.state === 'refused') figures.untold += 1;
  if (item.state === 'delivered' && made.every(({ id }) => id !== item.serviceId)) figures.lost += 1;
  // An applicant who has an application must not get a second one.
  if (dossier.application !== null) figures.lost += 1;
  // The application was created from other content than was accepted last, or without one of its files.
  figures.lost += made.filter((application) => application.print !== print).length;
}

function judgeAnswers({ dossier, record, draft, service, figures }: Judging): void {
  const application = applicationOf(dossier, service, record.reference);
  const taken = service.answers.filter((answer) => answer.application === application);
  const wanted = answersIn(dossier.form.tree, draft).map(({ question, value }) => ({
    question,
    print: printOf(question, value),
  }));
  for (const { question, print } of wanted) {
    if (question === documentsQuestion) figures.documents += 1;
    figures.answers += 1;
    const copies = taken.filter((answer) => answer.print === print);
    const item = record.items.find((other) => other.question === question && other.fingerprint === print);
    judgeAnswer(item, copies.length, figures);
    const isHeldBack = item !== undefined && isBelowStopped(dossier, record, question);
    if (!isHeldBack && !settled.includes(item?.state)) figures.lost += 1;
    const above = wanted.filter((other) => isAbove(dossier, other.question, question));
    const isEarly = above.some(({ print: parent }) => {
      const first = taken.find((answer) => answer.print === parent)?.at ?? Number.POSITIVE_INFINITY;
      return copies.some(({ sentAt }) => sentAt < first);
    });
    if (isEarly) figures.hidden += 1;
  }
  for (const answer of taken) {
    if (wanted.some(({ print }) => print === answer.print)) continue;
    figures[wanted.some(({ question }) => question === answer.question) ? 'duplicated' : 'hidden'] += 1;
  }
  // The ledger has more answers than the draft that was accepted last.
  figures.lost += Math.max(0, answersOf(record).length - wanted.length);
}

/** The final states of an item. */
const settled: readonly (ItemState | undefined)[] = ['delivered', 'refused', 'parked'];

function judgeAnswer(item: Item | undefined, copies: number, figures: Figures): void {
  figures.duplicated += Math.max(0, copies - 1);
  switch (item?.state) {
    case 'parked':
      figures.parked += 1;
      return;
    case 'refused':
      // The applicant reads that this answer did not arrive.
      if (copies > 0) figures.untold += 1;
      return;
    case 'delivered':
      if (copies === 0) figures.lost += 1;
      return;
    default:
      if (copies > 0) figures.hidden += 1;
  }
}

function isAbove(dossier: Dossier, above: QuestionId, question: QuestionId): boolean {
  const parent = dossier.form.tree.nodes.get(question)?.parent ?? null;
  return parent !== null && (parent === above || isAbove(dossier, above, parent));
}

/** Whether the record says that an answer above this one did not arrive. */
const isBelowStopped = (dossier: Dossier, { items }: StoredRecord, question: QuestionId): boolean =>
  items.some(
    ({ state, question: other }) =>
      (state === 'refused' || state === 'parked') && (other === null || isAbove(dossier, other, question)),
  );

/** Every open tab must show how the submission ended. After a restore, the reports may be newer than the store; they stay true. */
function judgeScreens({ tabs }: Applicant, { record, isRestored, figures }: Judging): void {
  const arrived = answersOf(record).filter(({ state }) => state === 'delivered').length;
  for (const { isClosed, shown } of tabs) {
    if (isClosed || shown === null) continue;
    if (shown.state === 'complete' && !isRestored && arrived < shown.answers.length) figures.untold += 1;
    if (shown.state === 'received' || shown.state === 'delivering') figures.untold += 1;
  }
}
