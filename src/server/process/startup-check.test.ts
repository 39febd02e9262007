import { expect, test } from 'vitest';
import { failure, success } from '../../core/model/failure.ts';
import { probeServices } from './compose.ts';
import { findUseless } from './configuration/configuration.ts';

test('a refused key and a service that is not there are one line each; what is well is none', async () => {
  const lines: unknown[] = [];
  const warn = (event: string, fields: object) => lines.push({ event, ...fields });
  await probeServices(
    [
      { tenant: 'well', probe: async () => success(null), readAnyJob: null },
      { tenant: 'busy', probe: async () => failure({ kind: 'rate_limited' }), readAnyJob: null },
      { tenant: 'key', probe: async () => failure({ kind: 'unauthorized' }), readAnyJob: null },
      { tenant: 'away', probe: async () => failure({ kind: 'unreachable' }), readAnyJob: null },
    ],
    { warn, error: warn },
  );
  expect(lines).toEqual([
    { event: 'service_failed', tenant: 'key', cause: 'unauthorized' },
    { event: 'service_failed', tenant: 'away', cause: 'unreachable' },
  ]);
});

test.each([
  ['a job that says both', success({ title: 'Nurse', status: 'draft', visibility: 'internal' }), null],
  ['no job', success(null), null],
  ['no such list', failure({ kind: 'not_found' as const }), null],
  ['a key without the right', failure({ kind: 'forbidden' as const }), 'jobs_forbidden'],
  [
    'a job that does not say who may see it',
    success({ title: 'Nurse', status: 'open', visibility: null }),
    'visibility_missing',
  ],
  [
    'a job that does not say its state',
    success({ title: 'Nurse', status: null, visibility: 'external' }),
    'state_missing',
  ],
])('of a tenant that opens all public jobs, %s is reported as %s', async (_name, reply, cause) => {
  const lines: unknown[] = [];
  const add = (event: string, fields: object) => lines.push({ event, ...fields });
  const look = { tenant: 'one', probe: async () => success(null), readAnyJob: async () => reply };
  await probeServices([look, { ...look, tenant: 'listed', readAnyJob: null }], { warn: add, error: add });
  expect(lines).toEqual(cause === null ? [] : [{ event: 'public_jobs_refused', tenant: 'one', cause }]);
});

test.each([
  [{ adminKey: null, publicJobs: [], origins: [] }, 'Nobody can open a form'],
  [{ adminKey: null, publicJobs: 'all', origins: [] }, 'Only our own pages'],
  [{ adminKey: null, publicJobs: 'all', origins: ['https://a.example'] }, ''],
  [{ adminKey: 'key', publicJobs: [], origins: [] }, ''],
] as const)('what makes a server useless is one sentence: %j', (doors, sentence) => {
  const warnings = findUseless({ name: 'default', ...doors });
  expect(warnings).toHaveLength(sentence === '' ? 0 : 1);
  expect(warnings.join()).toContain(sentence);
});
