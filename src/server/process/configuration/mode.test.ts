import { describe, expect, test } from 'vitest';
import { faultsOf, sandbox } from './configuration.support.ts';
import { readConfiguration } from './configuration.ts';
import { type Environment, withImpliedMode } from './variables.ts';

const startsSandbox = (environment: Environment): boolean => {
  const read = readConfiguration(environment);
  return read.ok && read.value.sandboxMode;
};
/** Reads the environment as `npm start` does. */
const impliesSandbox = (environment: Environment) => startsSandbox(withImpliedMode(environment));

describe('without APPLY_MODE', () => {
  test('a start without a service names everything that is missing, and how to start the sandbox', () => {
    const faults = faultsOf({});
    expect(faults.map((fault) => fault.split(' is missing')[0])).toEqual([
      'APPLY_SERVICE_URL',
      'APPLY_SERVICE_KEY',
      'APPLY_SECRET',
    ]);
    expect(faults[0]).toContain('APPLY_MODE=sandbox');
  });

  test.each<readonly [string, Environment]>([
    ['an empty address alone', { APPLY_SERVICE_URL: '' }],
    ['a key alone', { APPLY_SERVICE_KEY: 'key' }],
    ['a key in a file alone', { APPLY_SERVICE_KEY_FILE: '/nowhere/key' }],
    ['an incomplete JSON of tenants', { APPLY_CONFIG: '{"tenants":{"a":{"serviceUrl":"https:' }],
    ['an unknown mode', { APPLY_MODE: 'sandbx' }],
    ['service mode', { APPLY_MODE: 'service' }],
  ])('%s never starts the sandbox, not even by npm start', (_, environment) => {
    expect(startsSandbox(environment)).toBe(false);
    expect(impliesSandbox(environment)).toBe(false);
  });

  test('npm start starts the sandbox when no service is named, with tenants too', () => {
    expect(impliesSandbox({})).toBe(true);
    const config = '{"tenants":{"a":{"publicJobs":["1"]}}}';
    expect(impliesSandbox({ APPLY_MODE: '', APPLY_CONFIG: config })).toBe(true);
  });
});

describe('sandbox mode', () => {
  test.each<readonly [Environment, string]>([
    [{ APPLY_SERVICE_URL: 'https://service.example' }, 'APPLY_SERVICE_URL'],
    [{ APPLY_SERVICE_KEY: 'key' }, 'APPLY_SERVICE_KEY'],
    [
      { APPLY_CONFIG: '{"tenants":{"a":{"serviceUrl":"https://service.example"},"b":{"serviceKey":"key"}}}' },
      'that of the tenant "a", that of the tenant "b"',
    ],
  ])('is refused together with a service: %j', (service, named) => {
    expect(faultsOf({ ...sandbox, ...service })).toContain(
      `APPLY_MODE=sandbox and a service (${named}) exclude each other: remove one.`,
    );
  });

  test.each(['0.0.0.0', '::', '127.0.0.1.example.com'])(
    'is refused on %s, which other machines can reach',
    (host) => {
      const refusal = [expect.stringContaining('APPLY_SANDBOX_PUBLIC=yes')];
      expect(faultsOf({ ...sandbox, HOST: host })).toEqual(refusal);
      expect(faultsOf({ ...sandbox, HOST: host, APPLY_SANDBOX_PUBLIC: 'no' })).toEqual(refusal);
    },
  );

  test.each<readonly [Environment, string]>([
    [{ APPLY_PUBLIC_URL: 'https://forms.example.com' }, 'APPLY_PUBLIC_URL'],
    [{ APPLY_TRUST_PROXY: '1' }, 'APPLY_TRUST_PROXY'],
  ])('is refused with %j, which lets other machines reach it', (given, named) => {
    const refusal = [expect.stringMatching(new RegExp(`^${named} must .*APPLY_SANDBOX_PUBLIC=yes`))];
    expect(faultsOf({ ...sandbox, ...given })).toEqual(refusal);
    expect(startsSandbox({ ...sandbox, ...given, APPLY_SANDBOX_PUBLIC: 'yes' })).toBe(true);
  });

  test.each<Environment>([{ HOST: 'localhost' }, { APPLY_PUBLIC_URL: 'http://localhost:3000' }])(
    'starts with %j',
    (given) => {
      expect(startsSandbox({ ...sandbox, ...given })).toBe(true);
    },
  );

  test('uses new random keys at each start when other machines may reach it', () => {
    const environment = { ...sandbox, HOST: '0.0.0.0', APPLY_SANDBOX_PUBLIC: 'yes' };
    const keysOf = () => {
      const read = readConfiguration(environment);
      if (!read.ok) throw new Error(read.error.join());
      const [tenant] = read.value.tenants;
      return [tenant?.adminKey, tenant?.serviceKey];
    };
    const keys = [...keysOf(), ...keysOf()];
    expect(new Set(keys).size).toBe(4);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});
