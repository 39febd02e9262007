import {
  checkParameters,
  listOf,
  listRule,
  localeOf,
  localeRule,
  type ParameterRules,
  wholeNumberRule,
} from './query-parameters.ts';
import { type QuestionFilter, questionFilterRules, questionFilters } from './question-filters.ts';
import type { SampleLocale } from './sample-form.ts';
import { accepted, type Checked, refused } from './service-fault.ts';

/** The parameters of `GET /api/v1/questions`. */
export interface QuestionParameters {
  /** Generations of children that come in `included`; null without `include`. */
  readonly levels: number | null;
  readonly pageNumber: number;
  readonly pageSize: number;
  /** null: the questions of every job. */
  readonly jobIds: ReadonlySet<string> | null;
  /** null: all fields. */
  readonly fields: ReadonlySet<string> | null;
  readonly countTotal: boolean;
  /** null: as the job lists them. */
  readonly sort: 'id' | '-id' | null;
  /** null: the canonical English texts. */
  readonly locale: SampleLocale | null;
  /** What the other filters ask of a question: it meets all of them. */
  readonly filters: readonly QuestionFilter[];
}

/** The names of the attributes are a reading (`service-facts.md`, 1). */
const questionFields: ReadonlySet<string> = new Set([
  'id',
  'title',
  'additional_information',
  'question_type',
  'required',
  'num_required_answer_options',
  'max_num_required_answer_options',
  'multiple_choice_options',
  'conditional',
  'conditional_questions',
  'created_at',
  'updated_at',
]);

/** A reading: the document names the parameter and no field. No list of questions has such resources. */
const sectionFields: ReadonlySet<string> = new Set(['id', 'title', 'position', 'created_at', 'updated_at']);

/** The document shows one level; further ones are a reading, and a bound keeps a ring of questions finite. */
const MOST_LEVELS = 5;
const levelPaths: readonly string[] = Array.from({ length: MOST_LEVELS }, (_, level) =>
  Array.from({ length: level + 1 }, () => 'conditional_questions').join('.'),
);

const PAGE_SIZE = 100;
const LARGEST_PAGE = 1000;
const LAST_PAGE = 999_999_999;

/** The names of the paging, count and filter parameters are readings (`service-facts.md`, 1). */
const rules: ParameterRules = new Map([
  [
    'include',
    listRule((path) => levelPaths.includes(path), `conditional_questions, at most ${MOST_LEVELS} levels`),
  ],
  ['page[number]', wholeNumberRule(1, LAST_PAGE)],
  ['page[size]', wholeNumberRule(0, LARGEST_PAGE)],
  ['filter[questionable_id]', listRule(isId, 'ids')],
  ['filter[questionable_id][eq]', listRule(isId, 'ids')],
  ['fields[questions]', listRule((field) => questionFields.has(field), 'fields of questions')],
  [
    'fields[scorecard_sections]',
    listRule((field) => sectionFields.has(field), [...sectionFields].join(', ')),
  ],
  ['stats[total]', (value) => (value === 'count' ? null : 'must be count')],
  ...questionFilterRules,
  ['sort', sortRule],
  ['locale', localeRule],
]);

function isId(member: string): boolean {
  return member.trim() !== '';
}

function sortRule(value: string): string | null {
  const complaint = listRule((member) => member === 'id' || member === '-id', 'id or -id')(value);
  if (complaint !== null) return complaint;
  return listOf(value).length > 1 ? 'must not be both ascending and descending' : null;
}

export function readQuestionParameters(query: URLSearchParams): Checked<QuestionParameters> {
  const fault = checkParameters(query, rules);
  if (fault !== null) return refused(fault);
  const sort = query.get('sort');
  const fields = query.get('fields[questions]');
  return accepted({
    levels: levelsOf(query.get('include')),
    pageNumber: Number(query.get('page[number]') ?? 1),
    pageSize: Number(query.get('page[size]') ?? PAGE_SIZE),
    jobIds: jobIdsOf(query),
    fields: fields === null ? null : new Set(listOf(fields)),
    countTotal: query.has('stats[total]'),
    sort: sort === 'id' || sort === '-id' ? sort : null,
    locale: localeOf(query.get('locale')),
    filters: questionFilters(query),
  });
}

function levelsOf(include: string | null): number | null {
  if (include === null) return null;
  return Math.max(...listOf(include).map((path) => levelPaths.indexOf(path) + 1));
}

/** Both forms of the filter at once: what meets both. */
function jobIdsOf(query: URLSearchParams): ReadonlySet<string> | null {
  const plain = query.get('filter[questionable_id]');
  const operator = query.get('filter[questionable_id][eq]');
  if (plain === null && operator === null) return null;
  const first = listOf(plain ?? operator ?? '').map((id) => id.trim());
  const second = new Set(listOf(operator ?? plain ?? '').map((id) => id.trim()));
  return new Set(first.filter((id) => second.has(id)));
}
