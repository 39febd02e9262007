import { expect, test } from 'vitest';
import { chooseTenant } from './tenant.ts';

const config = (tenants: object) => ({ APPLY_CONFIG: JSON.stringify({ tenants }) });
const two = config({ north: { adminKey: 'north-key' }, south: { adminKey: 'south-key' } });
const real = { serviceUrl: 'https://service.test', isSandbox: false, tenant: { serviceKey: 'key' } };

test.each([
  [
    'the only tenant of a sandbox needs no name',
    { PORT: '3456' },
    undefined,
    { tenant: { name: 'default' }, serviceUrl: 'http://127.0.0.1:3456/sandbox', isSandbox: true },
  ],
  ['one of several tenants is chosen by its name', two, 'south', { tenant: { name: 'south' } }],
  [
    'two variables are enough for a real service',
    { APPLY_SERVICE_URL: 'https://service.test', APPLY_SERVICE_KEY: 'key' },
    undefined,
    real,
  ],
  [
    'APPLY_CONFIG is enough for a real service',
    config({ default: { serviceUrl: 'https://service.test', serviceKey: 'key' } }),
    undefined,
    real,
  ],
])('%s', (_, environment, name, chosen) => {
  expect(chooseTenant(environment, name)).toMatchObject(chosen);
});

test.each([
  ['several tenants without a name', two, undefined, 'choose one with --tenant NAME. Known: north, south.'],
  ['an unknown name', two, 'west', 'There is no tenant "west" in this environment. Known: north, south.'],
  ['a faulty environment', { PORT: 'x' }, undefined, 'PORT must be'],
])('is refused with a sentence: %s', (_, environment, name, sentence) => {
  expect(() => chooseTenant(environment, name)).toThrow(sentence);
});
