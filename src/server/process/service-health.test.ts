import { beforeEach, expect, test } from 'vitest';
import { tenant } from '../../core/model/ids.ts';
import type { LogFields } from '../log.ts';
import type { ServiceOutcome } from '../service/send-request.ts';
import { createServiceHealth, type ServiceHealth } from './monitoring.ts';

const [one, two] = [tenant('one'), tenant('two')];

let lines: (LogFields & { readonly event: string })[];
let counted: string[];
let health: ServiceHealth;

const add = (event: string, fields: LogFields) => {
  lines.push({ event, ...fields });
};
const log = { warn: add, error: add };
const told = () => lines.map(({ event }) => event);

beforeEach(() => {
  lines = [];
  counted = [];
  const onEvent = (event: string, name: string) => counted.push(`${event} ${name}`);
  health = createServiceHealth({ tenants: [one, two], log, onEvent });
});

const LIST = '/api/v1/questions';

const outcome = (error: ServiceOutcome['error'], more: Partial<ServiceOutcome> = {}): ServiceOutcome => ({
  isWrite: false,
  path: LIST,
  error,
  isUnknownHost: false,
  ...more,
});

const unauthorized = outcome({ kind: 'unauthorized' });

test.each<readonly [string, ServiceOutcome, readonly string[]]>([
  ['a key that it does not know', unauthorized, ['service_key']],
  ['a key that may not read the questions', outcome({ kind: 'forbidden' }), ['service_key']],
  ['no list of questions', outcome({ kind: 'not_found' }), ['service_address']],
  ['a page in the place of the list', outcome({ kind: 'bad_document', status: 200 }), ['service_address']],
  [
    'a name that no server knows',
    outcome({ kind: 'unreachable' }, { isUnknownHost: true }),
    ['service_address'],
  ],
  ['no connection', outcome({ kind: 'unreachable' }), []],
  ['a fault of its own', outcome({ kind: 'server_error', status: 503 }), []],
])('%s has its own sign', (_name, reply, degraded) => {
  health.record(one, reply);
  expect([health.degradedOf(one), health.degradedOf(two)]).toEqual([degraded, []]);
  expect([told().length, counted.length]).toEqual([degraded.length, degraded.length]);
});

test('is refused as a whole only where every service has said no; one that is not reached may be back', () => {
  health.record(one, unauthorized);
  expect(health.isRefused()).toBe(false);
  health.record(two, outcome({ kind: 'unreachable' }, { isUnknownHost: true }));
  expect(health.isRefused()).toBe(false);
  health.record(two, outcome({ kind: 'bad_document', status: 404 }));
  expect(health.isRefused()).toBe(true);
});

test('a service that does not answer three requests in a row is away, and what it answers ends that', () => {
  const away = outcome({ kind: 'unreachable' });
  health.record(one, away);
  health.record(one, outcome({ kind: 'server_error', status: 503 }));
  expect([health.degradedOf(one), told()]).toEqual([[], []]);
  for (let times = 0; times < 50; times += 1) health.record(one, away);
  expect([health.degradedOf(one), health.degradedOf(two)]).toEqual([['service_away'], []]);
  expect(lines).toEqual([{ event: 'service_failed', tenant: 'one', cause: 'unreachable' }]);
  health.record(one, outcome({ kind: 'rate_limited', retryAfter: null }));
  expect([health.degradedOf(one), told()]).toEqual([[], ['service_failed', 'service_works_again']]);
});
