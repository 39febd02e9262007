/** Reads all questions of one form: every page, and as many levels of children as the relationships name. */

import { canonicalJson } from '../documents/canonical-json.ts';
import { failure, type Outcome, success } from '../model/outcome.ts';
import type { Service } from '../service/create-service.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { TenantOptions } from './options.ts';
import { type ReducedQuestion, reduceQuestion } from './reduce-question.ts';

/** Largest page that the service gives (its document, "Limits"). */
const PAGE_SIZE = 1_000;
/** A service that never sends a short page would be read for ever. */
const MOST_PAGES = 50;
/** DESIGN, decision 2. */
const MOST_LEVELS = 5;

export interface QuestionSet {
  readonly data: readonly ReducedQuestion[];
  readonly included: readonly ReducedQuestion[];
  /** How many levels of children it took: where the next reading begins. */
  readonly levels: number;
}

export interface QuestionSource {
  readonly service: Pick<Service, 'listQuestions'>;
  readonly questionable: string | null;
  readonly filterForm: TenantOptions['questionFilter'];
}

/** @param levels from which to begin, 1 for a form never read before */
export async function readQuestionSet(
  source: QuestionSource,
  levels: number,
): Promise<Outcome<QuestionSet, ServiceError>> {
  let last: QuestionSet | null = null;
  for (let level = levels; level <= MOST_LEVELS; level += 1) {
    const set = await readPages(source, level);
    // A service that does not know the longer path says no: what came before is the form.
    if (!set.ok) return last !== null && set.error.kind === 'bad_request' ? success(last) : set;
    const more: boolean = last === null || countIds(set.value) > countIds(last);
    if (!more && last !== null) return success(last);
    if (!namesMissingChild(set.value)) return set;
    last = set.value;
  }
  return last === null ? failure({ kind: 'bad_request' }) : success(last);
}

async function readPages(
  source: QuestionSource,
  levels: number,
): Promise<Outcome<QuestionSet, ServiceError>> {
  const { service, questionable, filterForm } = source;
  const data: unknown[] = [];
  const included: unknown[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const reply = await service.listQuestions({ questionable, filterForm, page, size: PAGE_SIZE, levels });
    if (!reply.ok) return reply;
    data.push(...reply.value.data);
    included.push(...reply.value.included);
    if (reply.value.data.length < PAGE_SIZE) break;
  }
  return success({ ...reduce(data, included), levels });
}

/** Copies that are the same in every way go; `included` in one order, as it has none of its own. */
function reduce(data: readonly unknown[], included: readonly unknown[]) {
  const seen = new Set<string>();
  const isNew = (question: ReducedQuestion) => seen.size < seen.add(canonicalJson(question)).size;
  const questionsOf = (resources: readonly unknown[]) =>
    resources.flatMap((resource) => reduceQuestion(resource) ?? []).filter(isNew);
  return {
    data: questionsOf(data),
    included: questionsOf(included).sort((one, other) =>
      one.id < other.id ? -1 : Number(one.id > other.id),
    ),
  };
}

const idsOf = ({ data, included }: QuestionSet) => new Set([...data, ...included].map(({ id }) => id));
const countIds = (set: QuestionSet): number => idsOf(set).size;

function namesMissingChild(set: QuestionSet): boolean {
  const ids = idsOf(set);
  return [...set.data, ...set.included].some(({ relationships }) =>
    relationships?.conditional_questions.data.some(({ id }) => !ids.has(id)),
  );
}
