/** Reads all questions of one form: every page, and as many levels of children as the relationships require. */

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

/** Largest page of the service (its document, "Limits"). */
const PAGE_SIZE = 1_000;
/** Prevents endless reading of a service that never sends a short page. */
const MOST_PAGES = 50;
/** Levels of children. */
const MOST_LEVELS = 5;

/** Faults that one line of the log lists; `count` is the number of all. */
export const MOST_PROBLEMS = 50;

export interface QuestionSet {
  readonly data: readonly ReducedQuestion[];
  readonly included: readonly ReducedQuestion[];
  /** All conditions of each question that has several: only for checks, not part of the form. */
  readonly conditions: ReadonlyMap<string, readonly unknown[]>;
  /** Levels of children that were needed: the next reading starts there. */
  readonly levels: number;
  /** True if more questions may exist than were read. */
  readonly isCut: boolean;
  /** True if a question does not list its follow-ups, although they were requested. */
  readonly hasUnlistedFollowUps: boolean;
}

export interface QuestionSource {
  readonly service: Pick<Service, 'listQuestions'>;
  readonly questionable: string | null;
  readonly filterForm: TenantOptions['questionFilter'];
  /** Language of its texts; canonical by default. */
  readonly locale?: TranslatedLocale | null;
}

type Reading = Promise<Outcome<QuestionSet, ServiceError>>;

/**
 * Requests one level of children more until a level adds nothing or the service refuses its path. A child without a list
 * of its own children may have some, because they were not requested.
 *
 * @param levels first number of levels: 1, or the number of an earlier reading
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

/** @param levels exact number of levels to request */
export async function readPages(
  { service, questionable, filterForm, locale = null }: QuestionSource,
  levels: number,
): Reading {
  const data = new Map<string, ReducedQuestion>();
  const included = new Map<string, ReducedQuestion>();
  const conditions = new Map<string, readonly unknown[]>();
  let isCut = false;
  let hasUnlistedFollowUps = false;
  let read = 0;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const parameters = { questionable, filterForm, page, size: PAGE_SIZE, levels, locale };
    const reply = await service.listQuestions(parameters);
    if (!reply.ok) return reply;
    const { total, hasNext = false } = reply.value;
    const before = data.size;
    read += reply.value.data.length;
    hasUnlistedFollowUps ||= reply.value.data.some(isUnloaded);
    // If a question has several copies, the first counts.
    for (const resource of [...reply.value.data, ...reply.value.included]) {
      const many = readManyConditions(resource);
      if (many !== null && !conditions.has(many.id)) conditions.set(many.id, many.conditions);
    }
    collect(reply.value.data, data, included);
    collect(reply.value.included, included, data);
    isCut = hasNext || read < (total ?? 0) || isFull(reply.value.data.length, PAGE_SIZE);
    // A service without pages sends the same one again.
    if (!isCut || data.size === before) break;
  }
  // `included` has no order; sorting makes equal forms equal texts.
  const sorted = [...included.values()].sort((first, second) =>
    first.id < second.id ? -1 : Number(first.id > second.id),
  );
  return success({
    data: [...data.values()],
    included: sorted,
    conditions,
    levels,
    isCut,
    hasUnlistedFollowUps,
  });
}

/** Leaves out copies that are equal in every member. */
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

/** True if the relationship has no `data`, not even an empty list. */
function isUnloaded(resource: unknown): boolean {
  const children = path(resource, 'relationships', 'conditional_questions');
  return isObject(children) && !Array.isArray(children['data']);
}

const idsOf = ({ data, included }: Pick<QuestionSet, 'data' | 'included'>) =>
  new Set([...data, ...included].map(({ id }) => id));

/** True if a named child is missing, or a child does not show whether it has children. */
function mayGoDeeper(set: QuestionSet): boolean {
  const ids = idsOf(set);
  return (
    set.included.some(({ relationships }) => relationships === undefined) ||
    [...set.data, ...set.included].some(({ relationships }) =>
      relationships?.conditional_questions.data.some(({ id }) => !ids.has(id)),
    )
  );
}

/** Logs faults in the service's data once for each revision, because they stay until they are corrected there. */
export function logFaults(
  { tree, revision }: { readonly tree: QuestionTree; readonly revision: Revision },
  { isCut, hasUnlistedFollowUps }: QuestionSet,
  log: Log,
  about: LogFields,
): void {
  const fields = { ...about, revision };
  if (tree.roots.length === 0) log.warn('no_questions', fields);
  if (isCut) log.warn('more_pages_than_allowed', fields);
  if (hasUnlistedFollowUps) log.warn('follow_ups_not_shown', fields);
  const all = findProblems(tree);
  const problems = all.slice(0, MOST_PROBLEMS);
  if (all.length > 0) log.warn('question_problems', { ...fields, count: all.length, problems });
}
