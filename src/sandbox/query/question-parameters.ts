import { accepted, type Checked, refused } from '../json-api.ts';
import type { CatalogueEntry } from '../question-catalogue.ts';
import { includeTree } from '../read/include-walk.ts';
import {
  FILTER_BANKED,
  FILTER_CREATED_AFTER,
  FILTER_CREATED_BEFORE,
  FILTER_QUESTIONABLE,
  FILTER_QUESTIONABLE_EQUALS,
  FILTER_STRUCTURED_SECTION,
  FILTER_UPDATED_AFTER,
  FILTER_UPDATED_BEFORE,
  LOCALE,
} from '../readings.ts';
import { isCalendarDay } from '../resource-types/attribute-rules.ts';
import { questionsMade, type SampleLocale, type SampleQuestion } from '../sample-form.ts';
import {
  checkParameters,
  emptyOr,
  listOf,
  listRule,
  localeOf,
  localeRule,
  onceEach,
  type Paging,
  type ParameterRule,
  type ParameterRules,
  pagingRules,
  readPaging,
  sortRule,
} from './parameters.ts';
import { fieldsRule, type ReadParameters, readFieldChoice, unscoped } from './read-parameters.ts';

export type QuestionFilter = (entry: CatalogueEntry) => boolean;

interface FilterKind {
  readonly rule: ParameterRule;
  readonly filter: (value: string) => QuestionFilter;
}

const booleanRule: ParameterRule = (value) =>
  value === 'true' || value === 'false' ? null : 'must be true or false';

/** Accepts RFC 3339 with a UTC offset. */
const dateTimeRule: ParameterRule = (value) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
  isCalendarDay(value.slice(0, 10)) &&
  !Number.isNaN(Date.parse(value))
    ? null
    : 'must be a date-time such as 2026-01-31T09:30:00Z';

const idsRule = listRule((id) => id.trim() !== '', 'ids');

type TimeOf = (question: SampleQuestion) => string;

const createdAt: TimeOf = (question) => question.createdAt ?? questionsMade;
const updatedAt: TimeOf = (question) => question.updatedAt ?? questionsMade;

const after = (timeOf: TimeOf): FilterKind => ({
  rule: dateTimeRule,
  filter: (value) => (entry) => Date.parse(timeOf(entry.question)) > Date.parse(value),
});

const before = (timeOf: TimeOf): FilterKind => ({
  rule: dateTimeRule,
  filter: (value) => (entry) => Date.parse(timeOf(entry.question)) < Date.parse(value),
});

/**
 * The filters of `GET /api/v1/questions` other than the job. The document describes them but gives no names, so the names
 * are readings (`src/server/service/README.md#what-the-readings-rest-on`).
 */
const filterKinds: ReadonlyMap<string, FilterKind> = new Map<string, FilterKind>([
  [
    FILTER_BANKED,
    { rule: booleanRule, filter: (value) => (entry) => (entry.jobId === null) === (value === 'true') },
  ],
  [
    FILTER_STRUCTURED_SECTION,
    {
      rule: idsRule,
      filter: (value) => (entry) => listOf(value).includes(entry.question.section ?? ''),
    },
  ],
  [FILTER_CREATED_AFTER, after(createdAt)],
  [FILTER_CREATED_BEFORE, before(createdAt)],
  [FILTER_UPDATED_AFTER, after(updatedAt)],
  [FILTER_UPDATED_BEFORE, before(updatedAt)],
]);

export const questionFilterRules: ParameterRules = new Map(
  [...filterKinds].map(([name, { rule }]) => [name, rule]),
);

export const questionFilters = (query: URLSearchParams): readonly QuestionFilter[] =>
  [...filterKinds].flatMap(([name, { filter }]) => {
    const value = query.get(name);
    return value === null ? [] : [filter(value)];
  });

/** The parameters of `GET /api/v1/questions`. */
export interface QuestionParameters {
  readonly read: ReadParameters;
  readonly paging: Paging;
  /** null for the questions of every job. */
  readonly jobIds: ReadonlySet<string> | null;
  /** Empty for the order of the job. */
  readonly sort: readonly string[];
  /** null for the canonical English texts. */
  readonly locale: SampleLocale | null;
  /** A question must pass all of them. */
  readonly filters: readonly QuestionFilter[];
}

/** A reading: the document names the parameter but not its fields. It has no effect, because no list of questions contains sections. */
const sectionFields: readonly string[] = ['id', 'title', 'position', 'created_at', 'updated_at'];

/** The document shows one level. Further levels are a reading; the limit ends a cycle of questions. */
const MOST_LEVELS = 5;
const levelPaths: readonly string[] = Array.from({ length: MOST_LEVELS }, (_, level) =>
  Array.from({ length: level + 1 }, () => 'conditional_questions').join('.'),
);

/** The names of the paging, count and filter parameters are readings (`src/server/service/README.md#where-it-is-silent`). */
const rules: ParameterRules = new Map([
  [
    'include',
    emptyOr(
      onceEach(
        listRule((path) => levelPaths.includes(path), `conditional_questions, at most ${MOST_LEVELS} levels`),
      ),
    ),
  ],
  ...pagingRules,
  [FILTER_QUESTIONABLE, idsRule],
  [FILTER_QUESTIONABLE_EQUALS, idsRule],
  ['fields', unscoped('fields[questions]')],
  ['fields[questions]', fieldsRule('questions')],
  [
    'fields[scorecard_sections]',
    emptyOr(listRule((field) => sectionFields.includes(field), sectionFields.join(', '))),
  ],
  ...questionFilterRules,
  ['sort', oneDirectionRule],
  [LOCALE, localeRule],
]);

function oneDirectionRule(value: string): string | null {
  const complaint = sortRule(['id'])(value);
  if (complaint !== null) return complaint;
  return listOf(value).length > 1 ? 'must not be both ascending and descending' : null;
}

export function readQuestionParameters(query: URLSearchParams): Checked<QuestionParameters> {
  const fault = checkParameters(query, rules);
  if (fault !== null) return refused(fault);
  const include = query.get('include');
  return accepted({
    read: {
      include: include === null ? null : includeTree(listOf(include)),
      choice: readFieldChoice(query),
    },
    paging: readPaging(query),
    jobIds: jobIdsOf(query),
    sort: query.has('sort') ? listOf(query.get('sort') ?? '') : [],
    locale: localeOf(query.get(LOCALE)),
    filters: questionFilters(query),
  });
}

/** With both forms of the filter, a question must match both. */
function jobIdsOf(query: URLSearchParams): ReadonlySet<string> | null {
  const plain = query.get(FILTER_QUESTIONABLE);
  const operator = query.get(FILTER_QUESTIONABLE_EQUALS);
  if (plain === null && operator === null) return null;
  const first = listOf(plain ?? operator ?? '').map((id) => id.trim());
  const second = new Set(listOf(operator ?? plain ?? '').map((id) => id.trim()));
  return new Set(first.filter((id) => second.has(id)));
}
