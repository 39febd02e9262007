/** Reads all questions of one form: every page, and as many levels of children as the relationships name. */

import { isObject, path } from '../../core/jsonapi/json.ts';
import { type Outcome, success } from '../../core/model/failure.ts';
import type { TenantOptions } from '../http/options.ts';
import { isFull } from '../service/client.ts';
import type { Service } from '../service/create-service.ts';
import type { TranslatedLocale } from '../service/queries.ts';
import type { ServiceError } from '../service/service-error.ts';
import { canonicalJson } from '../sessions/keys.ts';
import { type ReducedQuestion, readManyConditions, reduceQuestion } from './reduce-question.ts';

/** Largest page that the service gives (its document, "Limits"). */
const PAGE_SIZE = 1_000;
/** A service that never sends a short page would be read for ever. */
const MOST_PAGES = 50;
/** Of children (`src/README.md#2-which-questions-are-a-form`). */
const MOST_LEVELS = 5;

export interface QuestionSet {
  readonly data: readonly ReducedQuestion[];
  readonly included: readonly ReducedQuestion[];
  /** All conditions of each question that has several: for checks alone, and no part of the form. */
  readonly conditions: AllConditions;
  /** How many levels of children it took: where the next reading begins. */
  readonly levels: number;
  /** It is not proven that all of it was read. */
  readonly isCut: boolean;
  /** A question does not say which follow-ups it has, though it was asked. */
  readonly isUntold: boolean;
}

export type AllConditions = ReadonlyMap<string, readonly unknown[]>;

export interface QuestionSource {
  readonly service: Pick<Service, 'listQuestions'>;
  readonly questionable: string | null;
  readonly filterForm: TenantOptions['questionFilter'];
}

interface Reading extends QuestionSource {
  readonly locale: TranslatedLocale | null;
}

/**
 * A child whose own children were not asked for carries no list of them, so it may have some: then a level more is asked
 * for, until a level brings nothing more or the service does not take its path.
 *
 * @param levels from which to begin: 1, or what an earlier reading found to work
 */
export function readQuestionSet(
  source: QuestionSource,
  levels: number,
): Promise<Outcome<QuestionSet, ServiceError>> {
  return readAllLevels({ ...source, locale: null }, levels);
}

/**
 * The same list in another language.
 *
 * @param levels what the canonical list took; null: not known
 */
export function readTranslatedSet(
  source: QuestionSource,
  locale: TranslatedLocale,
  levels: number | null,
): Promise<Outcome<QuestionSet, ServiceError>> {
  const reading = { ...source, locale };
  return levels === null ? readAllLevels(reading, 1) : readPages(reading, levels);
}

async function readAllLevels(reading: Reading, levels: number): Promise<Outcome<QuestionSet, ServiceError>> {
  let read = await readPages(reading, levels);
  if (isRefusedPath(read) && levels > 1) read = await readPages(reading, 1);
  while (read.ok && read.value.levels < MOST_LEVELS && mayGoDeeper(read.value)) {
    const next = await readPages(reading, read.value.levels + 1);
    if (isRefusedPath(next)) break;
    const isOver = !next.ok || countIds(next.value) <= countIds(read.value);
    read = next;
    if (isOver) break;
  }
  return read;
}

const isRefusedPath = (reply: Outcome<QuestionSet, ServiceError>): boolean =>
  !reply.ok && reply.error.kind === 'bad_request';

async function readPages(reading: Reading, levels: number): Promise<Outcome<QuestionSet, ServiceError>> {
  const { service, questionable, filterForm, locale } = reading;
  const data = new Map<string, ReducedQuestion>();
  const included = new Map<string, ReducedQuestion>();
  const conditions = new Map<string, readonly unknown[]>();
  let [isCut, isUntold, read] = [false, false, 0];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const reply = await service.listQuestions({
      questionable,
      filterForm,
      page,
      size: PAGE_SIZE,
      levels,
      locale,
    });
    if (!reply.ok) return reply;
    const { total, hasNext = false } = reply.value;
    const before = data.size;
    read += reply.value.data.length;
    isUntold ||= reply.value.data.some(isUnloaded);
    // Of several copies of a question, the first counts.
    for (const many of [...reply.value.data, ...reply.value.included].map(readManyConditions))
      if (many !== null && !conditions.has(many.id)) conditions.set(many.id, many.conditions);
    collect(reply.value.data, data, included);
    collect(reply.value.included, included, data);
    isCut = hasNext || read < (total ?? 0) || isFull(reply.value.data.length, PAGE_SIZE);
    // A service that knows no pages sends the same one again.
    if (!isCut || data.size === before) break;
  }
  const sorted = [...included.values()].sort(compareIds);
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

/** `included` has no order of its own; with this one, equal forms are equal texts. */
const compareIds = (one: ReducedQuestion, other: ReducedQuestion): number =>
  one.id < other.id ? -1 : Number(one.id > other.id);

type Collected = Pick<QuestionSet, 'data' | 'included'>;

/** With a relationship that lists nothing, not even that it is empty. */
function isUnloaded(resource: unknown): boolean {
  const children = path(resource, 'relationships', 'conditional_questions');
  return isObject(children) && !Array.isArray(children['data']);
}

const countIds = ({ data, included }: Collected): number =>
  new Set([...data, ...included].map(({ id }) => id)).size;

/** A child that a relationship names did not come, or a child does not say whether it has children. */
function mayGoDeeper({ data, included }: Collected): boolean {
  const all = [...data, ...included];
  const ids = new Set(all.map(({ id }) => id));
  const childrenOf = ({ relationships }: ReducedQuestion) => relationships?.conditional_questions.data;
  return (
    included.some((question) => childrenOf(question) === undefined) ||
    all.some((question) => childrenOf(question)?.some(({ id }) => !ids.has(id)))
  );
}
