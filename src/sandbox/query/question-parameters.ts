import { includeTree } from '../read/include-walk.ts';
import { FILTER_QUESTIONABLE, FILTER_QUESTIONABLE_EQUALS, LOCALE } from '../readings.ts';
import type { SampleLocale } from '../sample-form.ts';
import { accepted, type Checked, refused } from '../service-fault.ts';
import { fieldsRule, readFieldChoice, unscoped } from './field-parameters.ts';
import { type Paging, pagingRules, readPaging } from './paging.ts';
import {
  checkParameters,
  emptyOr,
  listOf,
  listRule,
  localeOf,
  localeRule,
  onceEach,
  type ParameterRules,
} from './query-parameters.ts';
import { type QuestionFilter, questionFilterRules, questionFilters } from './question-filters.ts';
import type { ReadParameters } from './read-parameters.ts';
import { sortRule } from './sorting.ts';

/** The parameters of `GET /api/v1/questions`. */
export interface QuestionParameters {
  readonly read: ReadParameters;
  readonly paging: Paging;
  /** null: the questions of every job. */
  readonly jobIds: ReadonlySet<string> | null;
  /** Empty: in the order of the job. */
  readonly sort: readonly string[];
  /** null: the canonical English texts. */
  readonly locale: SampleLocale | null;
  /** A question must meet every other filter. */
  readonly filters: readonly QuestionFilter[];
}

/** A reading: the document names the parameter but no field. No list of questions contains such resources. */
const sectionFields: readonly string[] = ['id', 'title', 'position', 'created_at', 'updated_at'];

/** The document shows one level; further ones are a reading, and the limit keeps a cycle of questions finite. */
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
  [FILTER_QUESTIONABLE, listRule(isId, 'ids')],
  [FILTER_QUESTIONABLE_EQUALS, listRule(isId, 'ids')],
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

function isId(member: string): boolean {
  return member.trim() !== '';
}

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
