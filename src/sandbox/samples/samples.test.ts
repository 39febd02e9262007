import { describe, expect, test } from 'vitest';
import { ask, ids, list } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { at, isObject } from '../json.ts';
import { applications } from '../resource-types/applications.ts';

const sandbox = createSandbox({ samples: true, now: () => Date.parse('2026-06-01T00:00:00Z') });
const everything = applications.relationships.map(({ name }) => name).join(',');
const all = 'filter[job_visibility]=confidential,external,internal,private_job';

const read = async (path: string) => (await ask(sandbox, `/api/v1/${path}`)).body;

describe('the sample applications', () => {
  test('stand there only when they are asked for', async () => {
    expect(at((await ask(createSandbox(), `/api/v1/applications?${all}`)).body, 'data')).toEqual([]);
    const expected = ['80001', '80002', '80003', '80004', '80005', '80006', '80007'];
    expect(ids(at(await read(`applications?${all}`), 'data'))).toEqual(expected);
  });

  test('have every relationship filled, and each leads to something included', async () => {
    const body = await read(`applications?${all}&include=${everything}`);
    const included = new Set(list(at(body, 'included')).map((one) => `${at(one, 'type')} ${at(one, 'id')}`));
    for (const one of list(at(body, 'data'))) {
      const relationships = at(one, 'relationships');
      expect(Object.keys(Object(relationships))).toEqual(everything.split(','));
      for (const relationship of Object.values(isObject(relationships) ? relationships : {})) {
        const linkage = [at(relationship, 'data')].flat();
        expect(linkage.length).toBeGreaterThan(0);
        for (const link of linkage) expect(included).toContain(`${at(link, 'type')} ${at(link, 'id')}`);
      }
    }
  });
});
