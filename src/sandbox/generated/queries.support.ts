/** Parameters: those of the document with right values, and any name with any value. */
import fc from '../../properties.support.ts';
import { extraFieldTypes, nestedIncludes } from '../readings.ts';
import { readableNames } from '../resource-types/resource-type.ts';
import { resourceTypes } from '../resource-types/resource-types.ts';
import { listOf, words } from './words.support.ts';

export type Rows = readonly (readonly [name: string, value: fc.Arbitrary<string>])[];

const fieldsOf = (type: string): fc.Arbitrary<string> => {
  const found = resourceTypes.get(type);
  return listOf(['id', ...(found === undefined ? [] : readableNames(found))]);
};

export const fieldRows: Rows = [
  'applications',
  'candidates',
  'answers',
  'comments',
  'job_seekers',
  'questions',
].map((type) => [`fields[${type}]`, fieldsOf(type)]);

export const extraFieldRows: Rows = extraFieldTypes.map((type) => [
  `extra_fields[${type}]`,
  listOf(resourceTypes.get(type)?.extraFields ?? []),
]);

const relationships = (resourceTypes.get('applications')?.relationships ?? []).map(({ name }) => name);

export const pageRows: Rows = [
  ['page[number]', fc.nat({ max: 4 }).map((number) => String(number + 1))],
  ['page[size]', fc.constantFrom('0', '1', '2', '100', '1000')],
  ['stats[total]', fc.constant('count')],
  ['locale', fc.constantFrom('en', 'de', 'es', 'fr', 'pt', 'pt-BR')],
];

export const listRows: Rows = [
  ['filter[job_visibility]', listOf(['confidential', 'external', 'internal', 'private_job'])],
  ['filter[candidate_phone]', fc.constantFrom('+447700900999', ' 447700900999', '0')],
  ['sort', listOf(['id', '-created_at', 'updated_at'])],
];

export const readRows: Rows = [
  ['include', listOf([...relationships, ...nestedIncludes])],
  ...extraFieldRows,
  ...fieldRows,
];

const moments = fc.constantFrom('2020-01-01T00:00:00Z', '2030-01-01T00:00:00+02:00', '2026-02-30T00:00:00Z');

export const questionRows: Rows = [
  ...pageRows,
  ['include', fc.constantFrom('conditional_questions', 'conditional_questions.conditional_questions')],
  ['fields[questions]', fieldsOf('questions')],
  ['fields[scorecard_sections]', fc.constant('name')],
  ['filter[banked]', fc.constantFrom('true', 'false')],
  ...(['created_at', 'updated_at'] as const).flatMap(
    (name): Rows => [
      [`filter[${name}][gt]`, moments],
      [`filter[${name}][lt]`, moments],
    ],
  ),
  ['filter[structured_section_id]', fc.constantFrom('1', '2')],
  ['filter[questionable_id]', fc.constantFrom('4711', '4713', '1')],
  ['filter[questionable_id][eq]', fc.constantFrom('4711', '4713', '1')],
  ['sort', fc.constantFrom('id', '-id')],
];

/** Right names with right values, each name once. */
export const goodQuery = (rows: Rows) =>
  rows.length === 0
    ? fc.constant([])
    : fc
        .uniqueArray(fc.nat({ max: rows.length - 1 }), { maxLength: 3 })
        .chain((chosen) =>
          fc.tuple(
            ...chosen.map((index) =>
              (rows[index]?.[1] ?? fc.constant('')).map((value) => [rows[index]?.[0] ?? '', value] as const),
            ),
          ),
        );

const everyName = [...listRows, ...pageRows, ...readRows, ...questionRows].map(([name]) => name);
const strangeNames = [
  '',
  'include[]',
  'page',
  'page[size',
  'page[size]]',
  'filter[__proto__]',
  'filter[][eq]',
  'extra_fields',
  '[]',
];
const anyName = fc.oneof(fc.constantFrom(...everyName), fc.constantFrom(...strangeNames), words);

/** Any name with any value, some of them twice. */
export const anyQuery = fc.array(fc.tuple(anyName, words), { maxLength: 4 }).map((pairs) => pairs);

export const loose = fc.constantFrom(
  '',
  '',
  '',
  '&',
  '&&=&',
  '&%zz=%',
  '&include=%ff%fe',
  '&filter[candidate_phone]=+44',
  '&=',
  '&a=b=c',
  '#x',
);

export function queryText(pairs: readonly (readonly [string, string])[], tail: string): string {
  const query = pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return query === '' && tail === '' ? '' : `?${query}${tail}`;
}
