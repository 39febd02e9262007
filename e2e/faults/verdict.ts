/** The figures at the end of a simulation: what the service holds against what was accepted and reported. */

import { documentsQuestion } from '../../src/core/model/details.ts';
import type { QuestionId } from '../../src/core/model/ids.ts';
import {
  answersOf,
  type Item,
  type StoredConsent,
  type StoredRecord,
} from '../../src/server/ledger/record.ts';
import { applicationFiles } from '../../src/server/service/bodies.ts';
import type { Applicant } from './applicant.ts';
import { printOf } from './content.ts';
import { consentsOf } from './entry.ts';
import { applicationOf, type Case, countHeld } from './oracle.ts';
import { filesOf, printSaid } from './said.ts';
import type { SimulatedService } from './simulated-service.ts';
import { ownTag } from './simulated-tagger.ts';

export const figureNames = [
  'answers',
  'lost',
  'duplicated',
  'hidden',
  'untold',
  'parked',
  'restores',
  'erased',
  'documents',
  'refusals',
  'mistaught',
  'aged',
  'kept',
  'events',
  'unheard',
  'overheard',
] as const;
export type Figures = Record<(typeof figureNames)[number], number>;

export const noFigures = (): Figures => ({
  answers: 0,
  lost: 0,
  duplicated: 0,
  hidden: 0,
  untold: 0,
  parked: 0,
  restores: 0,
  erased: 0,
  documents: 0,
  refusals: 0,
  mistaught: 0,
  aged: 0,
  kept: 0,
  events: 0,
  unheard: 0,
  overheard: 0,
});

const faultNames = [
  'lost',
  'duplicated',
  'hidden',
  'untold',
  'mistaught',
  'kept',
  'unheard',
  'overheard',
] as const;

export const isFaulty = (figures: Figures): boolean => faultNames.some((name) => figures[name] > 0);

interface Found {
  readonly service: SimulatedService;
  /** What is stored of the applicant's consents. */
  readonly consents: readonly StoredConsent[];
  readonly isRestored: boolean;
}

export function judgeCase(
  applicant: Applicant,
  record: StoredRecord | null,
  { service, consents, isRestored }: Found,
): Figures {
  const { one } = applicant.dependencies;
  const figures = { ...noFigures(), hidden: one.hidden, untold: one.untold };
  if (record === null) {
    const lastMeant = applicant.meant.at(-1);
    const isMissing = lastMeant !== undefined && applicant.restorable() === null;
    if (isMissing) figures.untold += Math.max(1, lastMeant.answers.length);
    // A receipt without a stored submission.
    figures.lost += one.receipts.size + one.accepted.length;
    return figures;
  }
  figures.lost += countWrongConsents(one, consents);
  judgeTags(one, record, { service, figures, isRestored });
  if (record.erasedAt !== null) return judgeErased(one, record, { service, figures });
  if ([...one.receipts].some((receipt) => receipt !== record.reference)) figures.lost += 1;
  judgeApplication(one, record, { service, figures });
  judgeAnswers(one, record, { service, figures });
  judgeWords(applicant, record, { service: isRestored ? service : null, figures });
  return figures;
}

/** They are those of what was accepted last, also when all else is erased. */
function countWrongConsents(one: Case, consents: readonly StoredConsent[]): number {
  const wanted = consentsOf(one.accepted.at(-1)?.said ?? null).map(({ id }) => id);
  const kept = consents.map(({ id }) => id);
  const same = wanted.length === kept.length && wanted.every((id) => kept.includes(id));
  return same ? 0 : 1;
}

/** Each tag once, of all that was consented to, and none before all has arrived. */
function judgeTags(
  one: Case,
  record: StoredRecord,
  { service, figures, isRestored }: Judging & { readonly isRestored: boolean },
): void {
  const application = applicationOf(one, service, record.reference);
  const added = service.tags.filter((one) => one.application === application).map(({ tag }) => tag);
  const wanted = [ownTag.tag, ...consentsOf(one.accepted.at(-1)?.said ?? null).map(({ id }) => id)];
  figures.duplicated += added.length - new Set(added).size;
  if (record.taggedAt !== null) figures.lost += wanted.filter((tag) => !added.includes(tag)).length;
  figures.hidden += added.filter((tag) => !wanted.includes(tag)).length;
  const isWhole = record.items.every(({ state }) => state === 'delivered');
  if (!isWhole && !isRestored && added.length > 0) figures.hidden += 1;
}

/** Nothing came to the service after the operator was told, nothing came twice, and nothing is left here. */
function judgeErased(one: Case, record: StoredRecord, { service, figures }: Judging): Figures {
  const { reference } = record;
  const application = applicationOf(one, service, reference);
  const prints = service.answers.filter((held) => held.application === application).map(({ print }) => print);
  const made = service.applications.filter((other) => other.reference === reference);
  figures.duplicated += prints.length - new Set(prints).size + Math.max(0, made.length - 1);
  figures.hidden += one.heldAtErasure === null ? 0 : countHeld(one, service, reference) - one.heldAtErasure;
  figures.lost += record.items.length;
  return figures;
}

interface Judging {
  readonly service: SimulatedService;
  readonly figures: Figures;
}

function judgeApplication(one: Case, record: StoredRecord, { service, figures }: Judging): void {
  const item = record.items.find(({ question }) => question === null);
  if (item === undefined) return;
  const made = service.applications.filter(({ reference }) => reference === record.reference);
  figures.duplicated += Math.max(0, made.length - 1);
  if (item.state === 'parked') figures.parked += 1;
  const isTold = item.state === 'refused' || item.state === 'parked';
  if (made.length === 0 && !isTold) figures.lost += 1;
  if (made.length > 0 && item.state === 'refused') figures.untold += 1;
  if (item.state === 'delivered' && made.every(({ id }) => id !== item.serviceId)) figures.lost += 1;
  if (one.application !== null) figures.lost += 1;
  const said = one.accepted.at(-1)?.said ?? null;
  if (said === null) return;
  figures.documents += applicationFiles(filesOf(said)).length;
  // It was made of something else than was accepted last, or without one of its files.
  figures.lost += made.filter(({ print }) => print !== printSaid(said)).length;
}

function judgeAnswers(one: Case, record: StoredRecord, { service, figures }: Judging): void {
  const content = one.accepted.at(-1);
  const application = applicationOf(one, service, record.reference);
  const held = service.answers.filter((answer) => answer.application === application);
  const wanted = new Set<string>();
  const questions = new Set<QuestionId>();
  for (const { question, value } of content?.answers ?? []) {
    const print = printOf(question, value);
    wanted.add(print);
    if (question === documentsQuestion) figures.documents += 1;
    questions.add(question);
    figures.answers += 1;
    const stored = held.filter((answer) => answer.print === print);
    const item = record.items.find((other) => other.question === question && other.fingerprint === print);
    judgeAnswer(item, { count: stored.length, isHeld: isHeld(one, record, question) }, figures);
  }
  for (const answer of held) {
    if (answer.isForeign || wanted.has(answer.print)) continue;
    if (questions.has(answer.question)) figures.duplicated += 1;
    else figures.hidden += 1;
  }
  // The ledger has answers that the last accepted content has not.
  figures.lost += Math.max(0, answersOf(record).length - wanted.size);
}

function judgeAnswer(
  item: Item | undefined,
  { count, isHeld }: { readonly count: number; readonly isHeld: boolean },
  figures: Figures,
): void {
  figures.duplicated += Math.max(0, count - 1);
  switch (item?.state) {
    case 'parked':
      figures.parked += 1;
      return;
    case 'refused':
      // The applicant is told that it is not there.
      if (count > 0) figures.untold += 1;
      return;
    case 'delivered':
      if (count === 0) figures.lost += 1;
      return;
    default:
      if (!isHeld || item === undefined) figures.lost += 1;
      else if (count > 0) figures.hidden += 1;
  }
}

/** Below something that did not arrive, as the record says. */
function isHeld(one: Case, { items }: StoredRecord, question: QuestionId): boolean {
  const stops = ({ state }: Item) => state === 'refused' || state === 'parked';
  if (items.some((item) => item.question === null && stops(item))) return true;
  let parent = one.tree.nodes.get(question)?.parent ?? null;
  while (parent !== null) {
    const above = parent;
    if (items.some((item) => item.question === above && stops(item))) return true;
    parent = one.tree.nodes.get(above)?.parent ?? null;
  }
  return false;
}

/**
 * A tab that is still open shows how the submission ended, except for what another tab has corrected since. A restored
 * store without a read-back parks what had arrived and was reported: the report stays true, since the service holds it.
 */
function judgeWords(
  { dependencies, tabs }: Applicant,
  record: StoredRecord,
  { service, figures }: { readonly service: SimulatedService | null; readonly figures: Figures },
): void {
  const application = service && applicationOf(dependencies.one, service, record.reference);
  const isHere = ({ question, fingerprint }: Item) =>
    (service?.answers ?? []).some(
      (answer) =>
        answer.application === application && answer.question === question && answer.print === fingerprint,
    );
  const hasArrived = (item: Item) => item.state === 'delivered' || (item.state === 'parked' && isHere(item));
  for (const { closed, shown } of tabs) {
    if (closed || shown === null) continue;
    const delivered = answersOf(record).filter(hasArrived);
    if (shown.state === 'complete' && delivered.length < shown.answers.length) figures.untold += 1;
    if (shown.state === 'received' || shown.state === 'delivering') figures.untold += 1;
  }
}
