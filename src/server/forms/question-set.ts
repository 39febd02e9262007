/** Reads all questions of one form: every page, and as many levels of children as the relationships name. */

import { isObject, path } from '../../core/jsonapi/json.ts';
import { type Outcome, success } from '../../core/model/failure.ts';
import type { Revision } from '../../core/model/ids.ts';
import { findProblems } from '../../core/tree/find-problems.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import type { TenantOptions } from '../http/options.ts';
import type { Log, LogFields } from '../log.ts';
import { isFull } from '../service/client.ts';
import type { Service } from '../service/create-service.ts';
import type { TranslatedLocale } from '../service/queries.ts';
import type { ServiceError } from '../service/service-error.ts';
import { canonicalJson } from '../sessions/tokens.ts';
import { type ReducedQuestion, readManyConditions, reduceQuestion } from './reduce-question.ts';

/** Largest page that the service gives (its document, "Limits"). */
const PAGE_SIZE = 1_000;
/** A service that never sends a short page would be read for ever. */
const MOST_PAGES = 50;
/** Of children. */
const MOST_LEVELS = 5;

/** Faults that one line of the log names; the line always has their number, too. */
export const MOST_PROBLEMS = 50;

export interface QuestionSet {
  readonly data: readonly ReducedQuestion[];
  readonly included: readonly ReducedQuestion[];
  /** All conditions of each question that has several: for checks alone, and no part of the form. */
  readonly conditions: ReadonlyMap<string, readonly unknown[]>;
  /** How many levels of children it took: where the next reading begins. */
  readonly levels: number;
  /** It is not proven that all of it was read. */
  readonly isCut: boolean;
  /** A question does not say which follow-ups it has, though it was asked. */
  readonly isUntold: boolean;
}

export interface QuestionSource {
  readonly service: Pick<Service, 'listQuestions'>;
  readonly questionable: string | null;
  readonly filterForm: TenantOptions['questionFilter'];
  /** Of its texts; the canonical ones by default. */
  readonly locale?: TranslatedLocale | null;
}

type Reading = Promise<Outcome<QuestionSet, ServiceError>>;

/**
 * A child whose own children were not asked for carries no list of them, so it may have some: then a level more is asked
 * for, until a level brings nothing more or the service does not take its path.
 *
 * @param levels from which to begin: 1, or what an earlier reading found to work
 */
export async function readQuestionSet(source: QuestionSource, levels: number): Reading {
  const isRefusedPath = (reply: Awaited<Reading>) => !reply.ok && reply.error.kind === 'bad_request';
  let read = await readPages(source, levels);
  if (isRefusedPath(read) && levels > 1) read = await readPages(source, 1);
  while (read.ok && read.value.levels < MOST_LEVELS && mayGoDeeper(read.value)) {
    const next = await readPages(source, read.value.levels + 1);
    if (isRefusedPath(next)) break;
    const isOver = !next.ok || idsOf(next.value).size <= idsOf(read.value).size;
    read = next;
    if (isOver) break;
  }
  return read;
}

/** @param levels neither more nor fewer */
export async function readPages(
  { service, questionable, filterForm, locale = null }: QuestionSource,
  levels: number,
): Reading {
  const data = new Map<string, ReducedQuestion>();
  const included = new Map<string, ReducedQuestion>();
  const conditions = new Map<string, readonly unknown[]>();
  let [isCut, isUntold, read] = [false, false, 0];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const asked = { questionable, filterForm, page, size: PAGE_SIZE, levels, locale };
    const reply = await service.listQuestions(asked);
    if (!reply.ok) return reply;
    const { total, hasNext = false } = reply.value;
    const before = data.size;
    read += reply.value.data.length;
    isUntold ||= reply.value.data.some(isUnloaded);
    // Of several copies of a question, the first counts.
    for (const one of [...reply.value.data, ...reply.value.included]) {
      const many = readManyConditions(one);
      if (many !== null && !conditions.has(many.id)) conditions.set(many.id, many.conditions);
    }
    collect(reply.value.data, data, included);
    collect(reply.value.included, included, data);
    isCut = hasNext || read < (total ?? 0) || isFull(reply.value.data.length, PAGE_SIZE);
    // A service that knows no pages sends the same one again.
    if (!isCut || data.size === before) break;
  }
  // `included` has no order of its own; with this one, equal forms are equal texts.
  const sorted = [...included.values()].sort((one, other) =>
    one.id < other.id ? -1 : Number(one.id > other.id),
  );
  return success({ data: [...data.values()], included: sorted, conditions, levels, isCut, isUntold });
}

/** Copies that are the same in every way go. */
function collect(
  resources: readonly unknown[],
  into: Map<string, ReducedQuestion>,
  others: ReadonlyMap<string, ReducedQuestion>,
): void {
  for (const resource of resources) {
    const question = reduceQuestion(resource);
    const name = question === null ? '' : canonicalJson(question);
    if (question !== null && !into.has(name) && !others.has(name)) into.set(name, question);
  }
}

/** With a relationship that lists nothing, not even that it is empty. */
function isUnloaded(resource: unknown): boolean {
  const children = path(resource, 'relationships', 'conditional_questions');
  return isObject(children) && !Array.isArray(children['data']);
}

const idsOf = ({ data, included }: Pick<QuestionSet, 'data' | 'included'>) =>
  new Set([...data, ...included].map(({ id }) => id));

/** A child that a relationship names did not come, or a child does not say whether it has children. */
function mayGoDeeper(set: QuestionSet): boolean {
  const ids = idsOf(set);
  return (
    set.included.some(({ relationships }) => relationships === undefined) ||
    [...set.data, ...set.included].some(({ relationships }) =>
      relationships?.conditional_questions.data.some(({ id }) => !ids.has(id)),
    )
  );
}

/** Faults in the service's data stay until they are corrected there, so they are reported once for each revision. */
export function tellOfFaults(
  { tree, revision }: { readonly tree: QuestionTree; readonly revision: Revision },
  { isCut, isUntold }: QuestionSet,
  log: Log,
  about: LogFields,
): void {
  const fields = { ...about, revision };
  if (tree.roots.length === 0) log.warn('no_questions', fields);
  if (isCut) log.warn('more_pages_than_allowed', fields);
  if (isUntold) log.warn('follow_ups_not_shown', fields);
  const all = findProblems(tree);
  const problems = all.slice(0, MOST_PROBLEMS);
  if (all.length > 0) log.warn('question_problems', { ...fields, count: all.length, problems });
}
