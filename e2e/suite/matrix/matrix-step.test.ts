import { describe, expect, test } from 'vitest';
import { resourceTypes } from '../../../src/sandbox/resource-types/resource-types.ts';
import { matrixFailures, readMatrix } from './matrix-step.ts';

const ids = readMatrix();

test('a row without a test that passed is a failure', () => {
  expect(ids.length).toBeGreaterThan(300);
  expect(matrixFailures(null).length).toBeGreaterThan(ids.length);
});

/** Rows and the sandbox's table of types were written independently from the service's document. */
describe.each(['applications', 'candidates', 'job_seekers', 'answers', 'comments'])('of %s', (name) => {
  test('the sandbox has every field that has a row', () => {
    const type = resourceTypes.get(name);
    const own = [
      ...(type?.attributes.keys() ?? []),
      ...(type?.relationships.map((relationship) => relationship.name) ?? []),
    ];
    const known = [...own, ...(type?.extraFields ?? [])];
    const rules = ['write_only', 'read_only', 'sparse_fields', 'included', 'read', 'fields', 'shape'];
    const listed = ids
      .filter((id) => id.startsWith(`${name}.`))
      .map((id) => id.replace(/^\w+\.(extra\.|relationship\.)?/, ''))
      .filter((field) => /^\w+$/.test(field) && ![...rules, 'not_loaded', 'include'].includes(field));
    expect(listed.filter((field) => !known.includes(field))).toEqual([]);
  });
});
