/** Reads all questions of one form: every page, and as many levels of children as the relationships name. */

import { isObject, path } from '../../core/jsonapi/json.ts';
import { type Outcome, success } from '../../core/model/failure.ts';
import type { TenantOptions } from '../http/options.ts';
import { isFull } from '../service/client.ts';
import type { QuestionPage, Service } from '../service/create-service.ts';
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
 * A child whose own children were not asked for carries no list of them, so it may have some: then all levels are asked
 * for at once, and one by one from a service that does not take the long path.
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
  return levels === null ? readAllLevels(reading, 1) : readPages(reading, levels, false);
}

async function readAllLevels(reading: Reading, levels: number): Promise<Outcome<QuestionSet, ServiceError>> {
  const first = await readPages(reading, levels, levels < MOST_LEVELS);
  if (isRefusedPath(first)) return levels > 1 ? readAllLevels(reading, 1) : first;
  if (!first.ok || levels === MOST_LEVELS || !mayGoDeeper(first.value)) return first;
  const all = await readPages(reading, MOST_LEVELS, false);
  if (!isRefusedPath(all)) return all;
  const whole = await readPages(reading, 1, false);
  return whole.ok ? readLevelByLevel(reading, whole.value) : whole;
}

async function readLevelByLevel(
  reading: Reading,
  before: QuestionSet,
): Promise<Outcome<QuestionSet, ServiceError>> {
  const next = await readPages(reading, before.levels + 1, false);
  if (isRefusedPath(next)) return success(before);
  if (!next.ok || countIds(next.value) <= countIds(before)) return next;
  return next.value.levels < MOST_LEVELS - 1 ? readLevelByLevel(reading, next.value) : next;
}

const isRefusedPath = (reply: Outcome<QuestionSet, ServiceError>): boolean =>
  !reply.ok && reply.error.kind === 'bad_request';

/** @param stopsEarly the first page that shows that more levels are needed ends the reading */
async function readPages(
  reading: Reading,
  levels: number,
  stopsEarly: boolean,
): Promise<Outcome<QuestionSet, ServiceError>> {
  const { service, questionable, filterForm, locale } = reading;
  const collected = createCollection();
  let [isCut, read] = [false, 0];
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
    const { data, total, hasNext = false } = reply.value;
    const before = collected.data.length;
    read += data.length;
    collected.add(reply.value);
    isCut = hasNext || read < (total ?? 0) || isFull(data.length, PAGE_SIZE);
    // A service that knows no pages sends the same one again.
    const isOver = !isCut || collected.data.length === before;
    if (isOver || (stopsEarly && mayGoDeeper(collected))) break;
  }
  const { data, included, conditions, isUntold } = collected;
  return success({ data, included: [...included].sort(compareIds), conditions, levels, isCut, isUntold });
}

/** `included` has no order of its own; with this one, equal forms are equal texts. */
const compareIds = (one: ReducedQuestion, other: ReducedQuestion): number =>
  one.id < other.id ? -1 : Number(one.id > other.id);

type Collected = Pick<QuestionSet, 'data' | 'included'>;

/** Pages come together here; copies that are the same in every way go. */
function createCollection(): Pick<QuestionSet, 'data' | 'included' | 'conditions' | 'isUntold'> & {
  add(page: QuestionPage): void;
} {
  const seen = new Set<string>();
  const isNew = (question: ReducedQuestion) => seen.size < seen.add(canonicalJson(question)).size;
  const questionsOf = (resources: readonly unknown[]) =>
    resources.flatMap((resource) => reduceQuestion(resource) ?? []).filter(isNew);
  const data: ReducedQuestion[] = [];
  const included: ReducedQuestion[] = [];
  const conditions = new Map<string, readonly unknown[]>();
  let isUntold = false;
  return {
    data,
    included,
    conditions,
    get isUntold() {
      return isUntold;
    },
    add(page) {
      isUntold ||= page.data.some(isUnloaded);
      // Of several copies of a question, the first counts.
      for (const many of [...page.data, ...page.included].map(readManyConditions))
        if (many !== null && !conditions.has(many.id)) conditions.set(many.id, many.conditions);
      // One by one: a call takes only so many arguments.
      for (const question of questionsOf(page.data)) data.push(question);
      for (const question of questionsOf(page.included)) included.push(question);
    },
  };
}

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
