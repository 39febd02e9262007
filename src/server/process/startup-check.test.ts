import { expect, test } from 'vitest';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { tenant } from '../../core/model/ids.ts';
import type { ServiceError } from '../service/service-error.ts';
import { probeServices } from './compose.ts';

const answering = (name: string, reply: Outcome<null, ServiceError>) => ({
  id: tenant(name),
  service: { probe: async () => reply, readAnyJob: async () => success(null) },
  opensAllJobs: false,
});

test('a refused key and a service that is not there are one line each; what is well is none', async () => {
  const lines: unknown[] = [];
  const warn = (event: string, fields: object) => lines.push({ event, ...fields });
  await probeServices(
    [
      answering('well', success(null)),
      answering('busy', failure({ kind: 'rate_limited', retryAfter: null })),
      answering('key', failure({ kind: 'unauthorized' })),
      answering('away', failure({ kind: 'unreachable' })),
    ],
    { warn, error: warn },
  );
  expect(lines).toEqual([
    { event: 'service_failed', tenant: 'key', cause: 'unauthorized' },
    { event: 'service_failed', tenant: 'away', cause: 'unreachable' },
  ]);
});
