import { describe, expect, test } from 'vitest';
import * as readings from '../../../src/sandbox/readings.ts';
import { resourceTypes } from '../../../src/sandbox/resource-types/resource-types.ts';
import { matrixFailures, readMatrix } from './matrix-step.ts';

const rows = readMatrix();
const ids = rows.map(({ id }) => id);

/** The sandbox or the client over it shows every row by a test that passed, but for the first row. */
function failuresWhere(fate: 'passed' | 'failed' | 'skipped', ...more: readonly string[]) {
  const files = ['src/sandbox/a.test.ts', 'src/server/service/a.test.ts'];
  const form = 'src/server/submissions/through-the-form.test.ts';
  const testResults = [...files, form].map((name, side) => ({
    name: `/here/${name}`,
    assertionResults: [...ids, ...more]
      .map((id, place) => ({
        ancestorTitles: ['all'],
        title: `${id} is shown`,
        status: place === 0 ? fate : 'passed',
      }))
      .filter((_, place) => name === form || place % 2 === side),
  }));
  return matrixFailures({ testResults }).map(({ message }) => message);
}

test('nothing fails where every row has tests that passed', () => {
  expect(ids.length).toBeGreaterThan(300);
  expect(failuresWhere('passed')).toEqual([]);
});

test.each(['failed', 'skipped'] as const)('a row whose test %s is a failure', (fate) => {
  expect(failuresWhere(fate)).toEqual([`${ids[0]} has no test that passed: service`]);
});

test('an id that no row has is a failure', () => {
  expect(failuresWhere('passed', 'applications.emial')).toEqual([
    'applications.emial begins a title, and is no row',
  ]);
});

test('without a report every row fails', () => {
  expect(matrixFailures(null).length).toBeGreaterThan(ids.length);
});

/** Rows and the sandbox's table of types were written independently from the service's document. */
describe.each(['applications', 'candidates', 'job_seekers', 'answers', 'comments'])('of %s', (name) => {
  test('the sandbox has every field that has a row', () => {
    const type = resourceTypes.get(name);
    const own = [...(type?.attributes.keys() ?? []), ...(type?.relationships.map((one) => one.name) ?? [])];
    const known = [...own, ...(type?.extraFields ?? [])];
    const rules = ['write_only', 'read_only', 'sparse_fields', 'included', 'read', 'fields', 'shape'];
    const listed = ids
      .filter((id) => id.startsWith(`${name}.`))
      .map((id) => id.replace(/^\w+\.(extra\.|relationship\.)?/, ''))
      .filter((field) => /^\w+$/.test(field) && ![...rules, 'not_loaded', 'include'].includes(field));
    expect(listed.filter((field) => !known.includes(field))).toEqual([]);
  });
});

test('every place of a reading in the sandbox’s table is there', () => {
  const places = rows.flatMap(
    ({ where }) => /^src\/sandbox\/readings\.ts#(.+)$/.exec(where ?? '')?.[1] ?? [],
  );
  expect(places.filter((place) => !(place in readings))).toEqual([]);
});
