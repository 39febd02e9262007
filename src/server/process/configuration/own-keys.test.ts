import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { configOf, faultsOf as faults, warningsOf as warnings } from './configuration.support.ts';
import { readConfiguration } from './configuration.ts';

const makeKey = () => randomBytes(32).toString('hex');
const [secret, adminKey, serviceKey] = [makeKey(), makeKey(), makeKey()];
const real = {
  APPLY_SERVICE_URL: 'https://service.example',
  APPLY_SERVICE_KEY: serviceKey,
  APPLY_SECRET: secret,
  APPLY_ADMIN_KEY: adminKey,
};

const faultsOf = (given: object) => faults({ ...real, ...given });
const warningsOf = (given: object) => warnings({ ...real, ...given });

test('keys that openssl makes are taken (control)', { tags: 'deep' }, () => {
  for (let times = 0; times < 1_000; times += 1) {
    const [one, other] = [randomBytes(16).toString('hex'), randomBytes(24).toString('base64')];
    expect(warningsOf({ APPLY_SECRET: one, APPLY_ADMIN_KEY: other })).toEqual([]);
  }
});

describe('before a service', () => {
  test.each([
    ['a few, in any order', 'abcabbacaccbabcbbacabcacbacbbcabca'],
    ['a word, again and again', 'changeme-now-changeme-now-changeme-now'],
  ])(
    'a secret, and an admin key, of %s is taken, since it may have sealed a store, with a warning that says how to make one',
    (_name, weak) => {
      for (const given of [
        { APPLY_SECRET: weak },
        { APPLY_ADMIN_KEY: weak },
        configOf({ north: { adminKey: weak } }),
      ]) {
        const [warning, ...more] = warningsOf(given);
        expect(more).toEqual([]);
        expect(warning).toMatch(
          /^APPLY_\S+.* repeats itself, so it can be guessed: openssl rand -hex 32 makes /,
        );
        expect(warning).not.toContain(weak);
      }
    },
  );

  test.each(['sandbox-admin', 'sandbox-key'])('the published key %s opens nothing', (published) => {
    expect(faultsOf({ APPLY_ADMIN_KEY: published, ...configOf({ north: { adminKey: published } }) })).toEqual(
      ['APPLY_ADMIN_KEY', 'APPLY_CONFIG at tenants.north.adminKey'].map(
        (place) =>
          `${place} must be at least 32 characters, and no key that is published, as those of the sandbox are: openssl rand -hex 32 makes one of your own.`,
      ),
    );
  });

  test.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
    ['the secret twice', { APPLY_SECRET: `${secret},${secret}` }, ['The second secret of APPLY_SECRET']],
    ['secret and admin key', { APPLY_ADMIN_KEY: secret }, ['APPLY_ADMIN_KEY']],
    [
      'the older secret and an admin key',
      { APPLY_SECRET: `${makeKey()},${adminKey}` },
      ['The second secret of APPLY_SECRET'],
    ],
    ['secret and service key', { APPLY_SERVICE_KEY: secret }, ['APPLY_SERVICE_KEY']],
    ['admin key and service key', { APPLY_SERVICE_KEY: adminKey }, ['APPLY_SERVICE_KEY']],
    [
      'the keys of two tenants',
      configOf({ north: { adminKey: makeKey(), serviceKey: secret }, south: { adminKey: serviceKey } }),
      ['tenants.north.serviceKey', 'tenants.south.adminKey'],
    ],
  ])('%s are not the same', (_name, given, places) => {
    const faults = faultsOf(given);
    expect(faults).toHaveLength(places.length);
    for (const place of places) expect(faults.join('\n')).toContain(place);
    for (const fault of faults) {
      expect(fault).toMatch(/ is the same as .*: each needs its own, openssl rand -hex 32 makes one\.$/);
      for (const key of [secret, adminKey, serviceKey]) expect(fault).not.toContain(key);
    }
  });

  test('of two secrets each that can be guessed is named', () => {
    expect(warningsOf({ APPLY_SECRET: `${secret},${'s'.repeat(32)}` })).toEqual([
      expect.stringMatching(/^The second secret of APPLY_SECRET repeats itself/),
    ]);
    expect(warningsOf({ APPLY_SECRET: `${'s'.repeat(32)},${secret}` })).toEqual([
      expect.stringContaining('APPLY_SECRET=NEW,OLD'),
    ]);
  });

  test('two tenants may use the service with one key', () => {
    const [north, south] = [makeKey(), makeKey()].map((own) => ({ adminKey: own, serviceKey }));
    expect(faultsOf(configOf({ north, south }))).toEqual([]);
  });
});

test('a sandbox of this machine keeps its published keys, and any others; one that is public does not', () => {
  const weak = { APPLY_SECRET: 's'.repeat(32), APPLY_ADMIN_KEY: 'sandbox-admin', APPLY_MODE: 'sandbox' };
  expect(readConfiguration(weak)).toMatchObject({
    ok: true,
    value: { tenants: [{ serviceKey: 'sandbox-key', adminKey: 'sandbox-admin' }] },
  });
  const open = readConfiguration({ ...weak, APPLY_SANDBOX_PUBLIC: 'yes' });
  expect(open.ok ? [] : open.error.map((fault) => fault.split(' ')[0])).toEqual(['APPLY_ADMIN_KEY']);
});
