import { describe, expect, test } from 'vitest';
import * as readings from '../../../src/sandbox/readings.ts';
import { resourceTypes } from '../../../src/sandbox/resource-types/resource-types.ts';
import { readMatrix, rowsOf } from './matrix-row.ts';

/**
 * The rows and the sandbox's table of types were written independently from the same document, so that a field missing in
 * one of them is found here. The document itself is no part of the project.
 */
const ids = rowsOf(readMatrix()).map(({ id }) => id);

/** Rules and readings about a whole type, beside its fields. */
const rules = ['write_only', 'read_only', 'sparse_fields', 'included', 'read', 'fields'];

const listed = (type: string, kind: '' | 'extra.' | 'relationship.') =>
  ids
    .filter((id) => id.startsWith(`${type}.${kind}`))
    .map((id) => id.slice(type.length + 1 + kind.length))
    .filter(
      (name) => /^\w+$/.test(name) && !rules.includes(name) && !['extra', 'relationship'].includes(name),
    );

/** What a row says of all relationships is no relationship. */
const aboutRelationships = ['shape', 'not_loaded', 'include'];

/** The document shows no other field of them: the sandbox's own are a reading, one row. */
const unshown: Readonly<Record<string, readonly string[]>> = {
  job_seekers: ['created_at', 'updated_at', 'candidate', 'answers'],
};
const isShown = (type: string) => (name: string) => !unshown[type]?.includes(name);

describe.each(['applications', 'candidates', 'job_seekers', 'answers', 'comments'])('of %s', (name) => {
  const type = resourceTypes.get(name);

  test('every attribute has a row, and every such row is an attribute of the sandbox', () => {
    const attributes = [...(type?.attributes.keys() ?? [])].filter(isShown(name));
    expect(listed(name, '').sort()).toEqual(attributes.sort());
  });

  test('every extra field has a row, and the other way round', () => {
    expect(listed(name, 'extra.').sort()).toEqual([...(type?.extraFields ?? [])].sort());
  });

  test('every relationship has a row, and the other way round', () => {
    const rows = listed(name, 'relationship.').filter((one) => !aboutRelationships.includes(one));
    const relationships = type?.relationships.map((one) => one.name).filter(isShown(name));
    expect(rows.sort()).toEqual(relationships?.sort());
  });
});

test('every other type of resource has a row for what the document does not show of it', () => {
  const shown = ['applications', 'candidates', 'job_seekers', 'answers', 'comments', 'questions'];
  /** Of these the document says all that there is: `answer_options` are texts, `candidate_surveys` a name. */
  const beside = ['answer_options', 'candidate_surveys'];
  const others = [...resourceTypes.keys()].filter((type) => ![...shown, ...beside].includes(type));
  expect(others.filter((type) => !ids.includes(`${type}.fields`))).toEqual([]);
});

test('every name in the sandbox’s table of readings is the place of a row', () => {
  /** Values of a reading that has a row, what the document shows, paths of job seekers, which the client has not, and jobs, of which the document shows none. */
  const beside = [
    ...['DEFAULT_PAGE_SIZE', 'LARGEST_PAGE_SIZE', 'FIRST_PAGE', 'TOTAL_COUNT_VALUE', 'totalMeta'],
    ...['FILTER_QUESTIONABLE', 'ANSWERABLE_TYPES', 'jobSeekerIncludes'],
    ...['JOB_STATE', 'JOB_VISIBILITY'],
  ];
  const places = rowsOf(readMatrix()).map(({ where }) => where);
  const missing = Object.keys(readings).filter(
    (name) => !beside.includes(name) && !places.includes(`src/sandbox/readings.ts#${name}`),
  );
  expect(missing).toEqual([]);
});
