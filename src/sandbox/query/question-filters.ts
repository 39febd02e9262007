/** The filters of `GET /api/v1/questions` beyond the job: the document describes them without naming them. */
import { isCalendarDay } from '../calendar-day.ts';
import type { CatalogueEntry } from '../question-catalogue.ts';
import {
  FILTER_BANKED,
  FILTER_CREATED_AFTER,
  FILTER_CREATED_BEFORE,
  FILTER_STRUCTURED_SECTION,
  FILTER_UPDATED_AFTER,
  FILTER_UPDATED_BEFORE,
} from '../readings.ts';
import { questionsMade, type SampleQuestion } from '../sample-form.ts';
import { listOf, listRule, type ParameterRule, type ParameterRules } from './query-parameters.ts';

export type QuestionFilter = (entry: CatalogueEntry) => boolean;

interface FilterKind {
  readonly rule: ParameterRule;
  readonly filter: (value: string) => QuestionFilter;
}

const truthRule: ParameterRule = (value) =>
  value === 'true' || value === 'false' ? null : 'must be true or false';

/** RFC 3339, with its UTC offset. */
const dateTimeRule: ParameterRule = (value) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
  isCalendarDay(value.slice(0, 10)) &&
  !Number.isNaN(Date.parse(value))
    ? null
    : 'must be a date-time as 2026-01-31T09:30:00Z';

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

/** Readings, named as the public copy of the interface and the library behind it name filters (`src/server/service/README.md#what-the-readings-rest-on`). */
const kinds: ReadonlyMap<string, FilterKind> = new Map<string, FilterKind>([
  [
    FILTER_BANKED,
    { rule: truthRule, filter: (value) => (entry) => (entry.jobId === null) === (value === 'true') },
  ],
  [
    FILTER_STRUCTURED_SECTION,
    {
      rule: listRule((id) => id.trim() !== '', 'ids'),
      filter: (value) => (entry) => listOf(value).includes(entry.question.section ?? ''),
    },
  ],
  [FILTER_CREATED_AFTER, after(createdAt)],
  [FILTER_CREATED_BEFORE, before(createdAt)],
  [FILTER_UPDATED_AFTER, after(updatedAt)],
  [FILTER_UPDATED_BEFORE, before(updatedAt)],
]);

export const questionFilterRules: ParameterRules = new Map(
  [...kinds].map(([name, { rule }]) => [name, rule]),
);

export const questionFilters = (query: URLSearchParams): readonly QuestionFilter[] =>
  [...kinds].flatMap(([name, { filter }]) => {
    const value = query.get(name);
    return value === null ? [] : [filter(value)];
  });
