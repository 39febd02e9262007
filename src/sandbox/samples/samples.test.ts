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

  test('are not among what the control tells of applicants', async () => {
    const control = await ask(sandbox, '/_control/answers');
    expect(control.body).toEqual([]);
    expect(list((await ask(sandbox, '/_control/forms')).body).map((one) => at(one, 'name'))).not.toContain(
      'sample-external',
    );
    expect(list((await ask(sandbox, '/_control/answers?application=80001')).body)).toHaveLength(10);
  });

  test('take no number from those that applicants get', () => {
    const own = createSandbox({ samples: true });
    expect(own.applyTo('engineer')).toBe(createSandbox().applyTo('engineer'));
  });

  test('have files that can be fetched, and are what their digest says', async () => {
    const body = await read('applications/80001?extra_fields[applications]=attachments');
    const [first] = list(at(body, 'data', 'attributes', 'attachments'));
    const response = await sandbox.fetch(new Request(String(at(first, 'url'))));
    const bytes = await response.arrayBuffer();
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    expect([response.status, digest]).toEqual([
      200,
      'a35f1abf25e988b5fa0953f3106a0230218ff4259d0b11fee888d3a02d4ab092',
    ]);
  });
});
