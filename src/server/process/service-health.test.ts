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
const logged = () => lines.map(({ event }) => event);

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
  ['an unknown key', unauthorized, ['service_key']],
  ['a key without access to the questions', outcome({ kind: 'forbidden' }), ['service_key']],
  ['a missing list of questions', outcome({ kind: 'not_found' }), ['service_address']],
  ['a page instead of the list', outcome({ kind: 'bad_document', status: 200 }), ['service_address']],
  ['an unknown host name', outcome({ kind: 'unreachable' }, { isUnknownHost: true }), ['service_address']],
  ['a failed connection', outcome({ kind: 'unreachable' }), []],
  ['an error of the service', outcome({ kind: 'server_error', status: 503 }), []],
])('reports %s in its own way', (_name, reply, degraded) => {
  health.record(one, reply);
  expect([health.degradedOf(one), health.degradedOf(two)]).toEqual([degraded, []]);
  expect([logged().length, counted.length]).toEqual([degraded.length, degraded.length]);
});

test('counts as refused only when every service has refused, since an unreachable one may recover', () => {
  health.record(one, unauthorized);
  expect(health.isRefused()).toBe(false);
  health.record(two, outcome({ kind: 'unreachable' }, { isUnknownHost: true }));
  expect(health.isRefused()).toBe(false);
  health.record(two, outcome({ kind: 'bad_document', status: 404 }));
  expect(health.isRefused()).toBe(true);
});

test('a service is away after three failed requests in a row, and until its next answer', () => {
  const away = outcome({ kind: 'unreachable' });
  health.record(one, away);
  health.record(one, outcome({ kind: 'server_error', status: 503 }));
  expect([health.degradedOf(one), logged()]).toEqual([[], []]);
  for (let times = 0; times < 50; times += 1) health.record(one, away);
  expect([health.degradedOf(one), health.degradedOf(two)]).toEqual([['service_away'], []]);
  expect(lines).toEqual([{ event: 'service_failed', tenant: 'one', cause: 'unreachable' }]);
  health.record(one, outcome({ kind: 'rate_limited', retryAfter: null }));
  expect([health.degradedOf(one), logged()]).toEqual([[], ['service_failed', 'service_works_again']]);
});
