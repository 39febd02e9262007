import { expect, test } from 'vitest';
import { readConfiguration } from './configuration.ts';

const read = (name: string) => {
  const outcome = readConfiguration({ APPLY_MODE: 'sandbox', [name]: 'canary' });
  return outcome.ok
    ? { faults: [], warnings: outcome.value.warnings }
    : { faults: outcome.error, warnings: [] };
};

test.each([
  ['APPLY_SERVICE_ULR', 'APPLY_SERVICE_URL'],
  ['APPLY_SERVICEURL', 'APPLY_SERVICE_URL'],
  ['APPLY_SERVCIE_ULR', 'APPLY_SERVICE_URL'],
  ['APPLY_SECRETS', 'APPLY_SECRET'],
  ['APPLY_SECRET_FIEL', 'APPLY_SECRET_FILE'],
  ['APPLY_ORIGIN', 'APPLY_ORIGINS'],
  ['APPLY_ADMINKEY', 'APPLY_ADMIN_KEY'],
  ['APPLY_Public_Jobs', 'APPLY_PUBLIC_JOBS'],
])('%s is a fault: %s was meant', (name, meant) => {
  expect(read(name).faults).toEqual([`${name} is no variable of Apply Form: ${meant} is probably meant.`]);
});

test.each(['APPLY_SERVICE_ADDRESS', 'APPLY_COLOUR', 'APPLY_ECRX'])(
  '%s is a warning, being too far from any',
  (name) => {
    const warnings = [`${name} is no variable of Apply Form and is ignored.`];
    expect(read(name)).toEqual({ faults: [], warnings });
  },
);

test.each([
  ['APLY_SERVICE_URL', 'APPLY_SERVICE_URL'],
  ['APPY_STORE', 'APPLY_STORE'],
  ['APPPLY_SECRET', 'APPLY_SECRET'],
  ['APPLYY_STORE', 'APPLY_STORE'],
  ['APPLYSTORE', 'APPLY_STORE'],
  ['apply_config', 'APPLY_CONFIG'],
])(
  '%s stops no start, since it may be of another program: a warning says that %s was meant',
  (name, meant) => {
    const warnings = [`${name} is no variable of Apply Form and is ignored: ${meant} is probably meant.`];
    expect(read(name)).toEqual({ faults: [], warnings });
  },
);

test.each([
  'APP_SECRET',
  'APP_STORE',
  'APP_CONFIG',
  'APP_MODE',
  'APP_ORIGINS',
  'APP_PUBLIC_URL',
  'APPLE_SECRET',
  'REPLY_MODE',
  'SUPPLY_STORE',
  'APPLY_SERVICE_HOST',
  'APPLY_SERVICE_PORT',
  'APPLY_SERVICE_PORT_HTTP',
  'APPLY_FORM_SERVICE_HOST',
  'APPLY_FORM_SERVICE_PORT_METRICS',
  'APPLY_PORT',
  'APPLY_PORT_3000_TCP',
  'APPLY_PORT_3000_TCP_ADDR',
  'APPLY_FORM_PORT_3000_TCP_PROTO',
  'PATH',
  'SUPPLY_CHAIN',
])('%s is of others, and nothing is said of it', (name) => {
  expect(read(name)).toEqual({ faults: [], warnings: [] });
});
