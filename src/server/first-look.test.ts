import { expect, test } from 'vitest';
import { failure, success } from '../model/outcome.ts';
import { lookAtServices } from './first-look.ts';
import { findUseless } from './usable.ts';

test('a refused key and a service that is not there are one line each; what is well is none', async () => {
  const lines: unknown[] = [];
  const log = { warn: (event: string, fields: object) => lines.push({ event, ...fields }) };
  await lookAtServices(
    [
      { tenant: 'well', probe: async () => success(null) },
      { tenant: 'busy', probe: async () => failure({ kind: 'rate_limited' }) },
      { tenant: 'key', probe: async () => failure({ kind: 'unauthorized' }) },
      { tenant: 'away', probe: async () => failure({ kind: 'unreachable' }) },
    ],
    log,
  );
  expect(lines).toEqual([
    { event: 'service_failed', tenant: 'key', cause: 'unauthorized' },
    { event: 'service_failed', tenant: 'away', cause: 'unreachable' },
  ]);
});

test.each([
  [{ adminKey: null, publicJobs: [], origins: [] }, 'Nobody can open a form'],
  [{ adminKey: null, publicJobs: 'all', origins: [] }, 'Only our own pages'],
  [{ adminKey: null, publicJobs: 'all', origins: ['https://a.example'] }, ''],
  [{ adminKey: 'key', publicJobs: [], origins: [] }, ''],
] as const)('what makes a server useless is one sentence: %j', (doors, sentence) => {
  const warnings = findUseless([{ name: 'default', ...doors }]);
  expect(warnings).toHaveLength(sentence === '' ? 0 : 1);
  expect(warnings.join()).toContain(sentence);
});
