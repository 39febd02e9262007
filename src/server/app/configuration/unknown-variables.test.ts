import { expect, test } from 'vitest';
import { readConfiguration } from './configuration.ts';

const faultsOf = (environment: Readonly<Record<string, string>>) => {
  const read = readConfiguration({ APPLY_MODE: 'sandbox', ...environment });
  return read.ok ? read.value.warnings : read.error;
};

test('every unknown name that begins with APPLY_ is named, and ends the start', () => {
  const names = ['APPLY_SERVICE_ULR', 'APPLY_SECRET_FIEL', 'APPLY_Public_Jobs', 'APPLY_COLOUR'];
  expect(faultsOf(Object.fromEntries(names.map((name) => [name, 'canary'])))).toEqual(
    names.map((name) => `${name} is no variable of Apply Form.`),
  );
});

test.each([
  'APP_SECRET',
  'APLY_STORE',
  'apply_config',
  'APPLY_SERVICE_HOST',
  'APPLY_SERVICE_PORT',
  'APPLY_SERVICE_PORT_HTTP',
  'APPLY_FORM_SERVICE_HOST',
  'APPLY_PORT',
  'APPLY_PORT_3000_TCP',
  'APPLY_FORM_PORT_3000_TCP_PROTO',
])('%s is of others, and nothing is said of it', (name) => {
  expect(faultsOf({ [name]: 'canary' })).toEqual([]);
});

test('an unknown name that is empty counts as unset', () => {
  expect(faultsOf({ APPLY_COLOUR: '' })).toEqual([]);
});
