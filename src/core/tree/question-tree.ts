/*
 * The flat questions of all pages as one tree (`src/core/conditions/README.md#problems`).
 */

import { judge } from '../conditions/judge.ts';
import type { ConditionParent, Finding, Judgement } from '../conditions/judgement.ts';
import { quote } from '../conditions/stored-value.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question, QuestionRecord, RichText, Semantics } from '../model/question.ts';

export interface QuestionNode {
  readonly question: Question;
  /** The parent; null for a root, and for a question whose parent cannot be found. */
  readonly parent: QuestionId | null;
  /** The condition under which it is shown; null for a root, which is always shown. An unreadable condition is never met and says why. */
  readonly judgement: Judgement | null;
  /** In display order, including those that can never be shown. */
  readonly children: readonly QuestionId[];
  /** 0 for a root. */
  readonly depth: number;
}

export interface QuestionTree {
  /**
   * Every question of the set, the first copy of each. `parent` always leads to a node without one: the members
   * of a ring have none, so every walk up or down ends.
   */
  readonly nodes: ReadonlyMap<QuestionId, QuestionNode>;
  /** In the order of the document. */
  readonly roots: readonly QuestionId[];
  /** Everything that can ever be shown, in display order: a question, then its descendants. */
  readonly order: readonly QuestionId[];
  /** The records that the tree was built from, copies included, for `findProblems`. */
  readonly records: readonly QuestionRecord[];
  readonly semantics: Semantics;
  /** Absent if the form has no notes. */
  readonly notes?: FormNotes;
}

/** Texts of a form other than its questions, in the applicant's language. */
export interface FormNotes {
  /** How the data is used, with a link. */
  readonly privacy: RichText | null;
  /** Text for the receipt: what happens next. */
  readonly nextText: string | null;
  readonly nextUrl: string | null;
  /** True if the submission may say how the form was filled in. */
  readonly isWatched?: boolean;
}

/** Builds the tree of all questions after all pages are read. Never throws; `findProblems` reports its faults. */
export function buildTree(records: readonly QuestionRecord[], semantics: Semantics): QuestionTree {
  const judged = judgeQuestions(placeQuestions(firstCopies(records)), semantics);
  const below = groupByParent(judged);
  const roots = judged.filter(({ judgement }) => judgement === null);
  const shown = walkDown(roots, (item) => childrenOf(item, below).filter(canBeShown));
  return {
    nodes: makeNodes(below),
    roots: roots.map(idOf),
    order: shown.map(idOf),
    records,
    semantics,
  };
}

type Below = ReadonlyMap<QuestionId | null, readonly Judged[]>;

/** The children of each question in display order; under null the questions without a parent, in document order. */
function groupByParent(judged: readonly Judged[]): Below {
  const groups = new Map<QuestionId | null, Judged[]>();
  for (const item of judged) {
    const group = groups.get(item.parent);
    if (group === undefined) groups.set(item.parent, [item]);
    else group.push(item);
  }
  for (const [parent, group] of groups)
    if (parent !== null)
      group.sort((first, second) => compareSiblings(first.record.question, second.record.question));
  return groups;
}

function makeNodes(below: Below): ReadonlyMap<QuestionId, QuestionNode> {
  const nodes = new Map<QuestionId, QuestionNode>();
  walkDown(below.get(null) ?? [], (item, depth) => {
    const children = childrenOf(item, below);
    const { record, parent, judgement } = item;
    nodes.set(idOf(item), {
      question: record.question,
      parent,
      judgement,
      children: children.map(idOf),
      depth,
    });
    return children;
  });
  return nodes;
}

function childrenOf(item: Judged, below: Below): readonly Judged[] {
  return below.get(idOf(item)) ?? [];
}

function canBeShown({ judgement }: Judged): boolean {
  return judgement?.readable === true;
}

function idOf({ record }: Judged): QuestionId {
  return record.question.id;
}

/** A question with its parent and the condition under which it is shown. */
export interface Judged {
  readonly record: QuestionRecord;
  readonly parent: QuestionId | null;
  /** null for a root. */
  readonly judgement: Judgement | null;
}

/** Judges every condition once, before any answer; a question without a place in the tree can never be shown. */
function judgeQuestions(places: ReadonlyMap<QuestionRecord, Place>, semantics: Semantics): readonly Judged[] {
  const parents = new Map<Question, ConditionParent>();
  return [...places].map(([record, place]) => {
    if (place.kind === 'root') return { record, parent: null, judgement: null };
    if (place.kind === 'nowhere')
      return { record, parent: null, judgement: { readable: false, ...place.fault } };
    const parent = parents.get(place.parent) ?? conditionParent(place.parent);
    parents.set(place.parent, parent);
    return { record, parent: place.parent.id, judgement: judge(parent, place.condition, semantics) };
  });
}

export function conditionParent(question: Question): ConditionParent {
  return {
    type: question.type,
    options: question.type === 'multiple_choice' ? question.options.map(({ text }) => text) : null,
  };
}

/** The place of a question in the tree; without one, the reason. */
export type Place =
  | { readonly kind: 'root' }
  | { readonly kind: 'child'; readonly parent: Question; readonly condition: unknown }
  | { readonly kind: 'nowhere'; readonly fault: Finding };

type Records = ReadonlyMap<QuestionId, QuestionRecord>;

/** The child's own `parent_question_id` decides, never the parent's relationship list. */
function placeQuestions(records: Records): ReadonlyMap<QuestionRecord, Place> {
  const places = new Map<QuestionRecord, Place>();
  const parents = new Map<QuestionId, QuestionId>();
  for (const record of records.values()) {
    const place = placeAlone(record, records);
    places.set(record, place);
    if (place.kind === 'child') parents.set(record.question.id, place.parent.id);
  }
  const rings = findRings(parents);
  for (const record of records.values())
    if (rings.has(record.question.id))
      places.set(record, nowhere('cycle', 'stands below itself, in a ring', record));
  return places;
}

function placeAlone(record: QuestionRecord, records: Records): Place {
  const { id, conditional } = record.question;
  if (conditional.kind === 'bad')
    return nowhere('bad_conditional', 'has a conditional that is neither null nor an object', record);
  if (conditional.kind === 'none')
    return record.from === 'data'
      ? { kind: 'root' }
      : nowhere('included_without_conditional', 'stands only in included and has no conditional', record);
  if (conditional.parent === null) return nowhere('orphan', 'names no parent', record);
  if (conditional.parent === id) return nowhere('self_parent', 'names itself as its parent', record);
  const parent = records.get(conditional.parent);
  return parent === undefined
    ? nowhere('orphan', `names the parent ${quote(conditional.parent)}, which did not come`, record)
    : { kind: 'child', parent: parent.question, condition: conditional.condition };
}

function nowhere(code: Finding['code'], reason: string, { question }: QuestionRecord): Place {
  return { kind: 'nowhere', fault: { code, detail: `Question ${quote(question.id)} ${reason}.` } };
}

/**
 * The questions that are their own ancestors. Questions that only hang below a cycle are not included.
 * Each question is visited once, walking upwards.
 */
function findRings(parents: ReadonlyMap<QuestionId, QuestionId>): ReadonlySet<QuestionId> {
  const inRing = new Set<QuestionId>();
  const seen = new Set<QuestionId>();
  for (const start of parents.keys()) {
    const path = new Set<QuestionId>();
    let id: QuestionId | undefined = start;
    while (id !== undefined && !seen.has(id)) {
      seen.add(id);
      path.add(id);
      id = parents.get(id);
    }
    if (id !== undefined && path.has(id)) addRing(inRing, id, parents);
  }
  return inRing;
}

function addRing(
  inRing: Set<QuestionId>,
  start: QuestionId,
  parents: ReadonlyMap<QuestionId, QuestionId>,
): void {
  for (let id: QuestionId | undefined = start; id !== undefined && !inRing.has(id); id = parents.get(id))
    inRing.add(id);
}

/** Uses the first copy of each question; copies in `data` come before those in `included`. */
export function firstCopies(records: readonly QuestionRecord[]): ReadonlyMap<QuestionId, QuestionRecord> {
  const first = new Map<QuestionId, QuestionRecord>();
  for (const record of dataFirst(records)) {
    if (!first.has(record.question.id)) first.set(record.question.id, record);
  }
  return first;
}

/** Records of several pages alternate between `data` and `included`. */
function dataFirst(records: readonly QuestionRecord[]): readonly QuestionRecord[] {
  const isFrom = (from: QuestionRecord['from']) => (record: QuestionRecord) => record.from === from;
  return [...records.filter(isFrom('data')), ...records.filter(isFrom('included'))];
}

/** Orders children by position, missing positions last, then by id: numeric ids by value, before all other ids. */
function compareSiblings(first: Question, second: Question): number {
  return compare(positionOf(first), positionOf(second)) || compareIds(first.id, second.id);
}

function positionOf({ conditional }: Question): number {
  return conditional.kind === 'child' && conditional.position !== null
    ? conditional.position
    : Number.POSITIVE_INFINITY;
}

/** Ids may exceed the exact range of a binary number, so digits are compared by length, then as text. */
function compareIds(first: QuestionId, second: QuestionId): number {
  const [firstDigits, secondDigits] = [significantDigits(first), significantDigits(second)];
  if (firstDigits === null || secondDigits === null)
    return Number(firstDigits === null) - Number(secondDigits === null) || compare(first, second);
  return (
    firstDigits.length - secondDigits.length || compare(firstDigits, secondDigits) || compare(first, second)
  );
}

function significantDigits(id: QuestionId): string | null {
  return /^\d+$/.test(id) ? id.replace(/^0+/, '') : null;
}

/** Not by subtraction, because two missing positions (infinities) must be equal. */
function compare<Key extends number | string>(first: Key, second: Key): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/**
 * Preorder: an item, then its descendants, children in their order. Not recursive, so that a chain of any
 * length can be walked. `below` is called once for each item, in that order.
 */
export function walkDown<Item extends object | string>(
  tops: readonly Item[],
  below: (item: Item, depth: number) => readonly Item[],
): readonly Item[] {
  const order: Item[] = [];
  const waiting: { item: Item; depth: number }[] = [];
  const push = (items: readonly Item[], depth: number) => {
    for (const item of [...items].reverse()) waiting.push({ item, depth });
  };
  push(tops, 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next.item);
    push(below(next.item, next.depth), next.depth + 1);
  }
  return order;
}
