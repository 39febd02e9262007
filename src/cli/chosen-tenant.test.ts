import { expect, test } from 'vitest';
import { chooseTenant } from './chosen-tenant.ts';

const config = (tenants: object) => ({ APPLY_CONFIG: JSON.stringify({ tenants }) });
const two = config({ north: { adminKey: 'north-key' }, south: { adminKey: 'south-key' } });

test('the only tenant needs no name, and in sandbox mode its service is that of the running server', () => {
  expect(chooseTenant({ PORT: '3456' }, null)).toMatchObject({
    ok: true,
    value: { tenant: { name: 'default' }, serviceUrl: 'http://127.0.0.1:3456/sandbox', isSandbox: true },
  });
});

test('one of several is named', () => {
  expect(chooseTenant(two, 'south')).toMatchObject({ value: { tenant: { name: 'south' } } });
});

test.each([
  ['two variables', { APPLY_SERVICE_URL: 'https://service.test', APPLY_SERVICE_KEY: 'key' }],
  ['APPLY_CONFIG', config({ default: { serviceUrl: 'https://service.test', serviceKey: 'key' } })],
])(
  '%s are enough to ask a real service: a command seals nothing, so it needs no secret',
  (_, environment) => {
    const service = { serviceUrl: 'https://service.test', tenant: { serviceKey: 'key' }, isSandbox: false };
    expect(chooseTenant(environment, null)).toMatchObject({ ok: true, value: service });
  },
);

test.each([
  ['several and none is named', two, null, 'say which by --tenant NAME. Known: north, south.'],
  [
    'a name that there is not',
    two,
    'west',
    'There is no tenant "west" in this environment. Known: north, south.',
  ],
  ['a faulty environment', { PORT: 'x' }, null, 'PORT must be'],
])('says what is wrong: %s', (_, environment, name, sentence) => {
  expect(chooseTenant(environment, name)).toEqual({ ok: false, error: expect.stringContaining(sentence) });
});
