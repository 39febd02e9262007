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
  [{ adminKey: null, publicJobs: [], origins: [] }, 'Nobody can open a form'],
  [{ adminKey: null, publicJobs: 'all', origins: [] }, 'Only our own pages'],
  [{ adminKey: null, publicJobs: 'all', origins: ['https://a.example'] }, ''],
  [{ adminKey: 'key', publicJobs: [], origins: [] }, ''],
] as const)('what makes a server useless is one sentence: %j', (doors, sentence) => {
  const warnings = findUseless({ name: 'default', ...doors });
  expect(warnings).toHaveLength(sentence === '' ? 0 : 1);
  expect(warnings.join()).toContain(sentence);
});
