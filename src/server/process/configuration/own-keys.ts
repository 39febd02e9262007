/** Our own keys: generated for the sandbox, or given, and then neither published nor guessable. */
import { randomBytes } from 'node:crypto';
import type { Variables } from './variables.ts';

/** Keys of the sandbox and of its operator: published, or generated for this start. */
export interface SandboxKeys {
  readonly serviceKey: string;
  readonly adminKey: string;
}

export const publishedKeys: SandboxKeys = { serviceKey: 'sandbox-key', adminKey: 'sandbox-admin' };
export const makeKeys = (): SandboxKeys => ({ serviceKey: makeKey(), adminKey: makeKey() });
const makeKey = (): string => randomBytes(32).toString('hex');

/** Characters: 32 hexadecimal ones are 128 bits, too many to guess. */
const SHORTEST_KEY = 32;
/** Different characters: among 32 random hexadecimal ones, fewer than 8 occur once in 25 million. */
const FEWEST_CHARACTERS = 8;
/** Characters: a key that repeats with a shorter period is a word written again until it was long enough. */
const SHORTEST_PERIOD = 16;

const MAKE = 'openssl rand -hex 32 makes';

/** The given keys, by the name of the tenant in `APPLY_CONFIG`, and those for all tenants. */
interface GivenKeys {
  readonly variables: Pick<Variables, 'APPLY_SECRET' | 'APPLY_ADMIN_KEY' | 'APPLY_SERVICE_KEY'>;
  readonly tenants: Readonly<
    Record<string, { readonly adminKey?: string | undefined; readonly serviceKey?: string | undefined }>
  >;
}

interface PlacedKey {
  readonly place: string;
  readonly key: string;
}

/**
 * Checks the keys where strangers can reach what they protect. Each sentence says where and what to do, never the
 * value.
 */
export function findKeyFaults(given: GivenKeys): readonly string[] {
  const secrets = secretsOf(given);
  const adminKeys = keysOf(given, ['APPLY_ADMIN_KEY', 'adminKey']);
  const serviceKeys = keysOf(given, ['APPLY_SERVICE_KEY', 'serviceKey']);
  return [
    ...adminKeys.flatMap((one) => findFault(one) ?? []),
    ...findEqual(secrets, secrets),
    ...findEqual(adminKeys, secrets),
    ...findEqual([...secrets, ...adminKeys], serviceKeys),
  ];
}

/** A warning only: the key is long enough and may have sealed a store, which refusing to start would lock. */
export const warnOfGuessableKeys = (given: GivenKeys): readonly string[] =>
  [...secretsOf(given), ...keysOf(given, ['APPLY_ADMIN_KEY', 'adminKey'])]
    .filter(({ key }) => isGuessable(key))
    .map(({ place }) => {
      const older = place === 'APPLY_SECRET' ? ' (APPLY_SECRET=NEW,OLD reads what the old one sealed)' : '';
      return `${place} repeats itself, so it can be guessed: ${MAKE} one that cannot${older}.`;
    });

function secretsOf({ variables: { APPLY_SECRET = [] } }: GivenKeys): readonly PlacedKey[] {
  const places = ['APPLY_SECRET', 'The second secret of APPLY_SECRET'];
  return APPLY_SECRET.map((key, index) => ({ place: places[index] ?? '', key }));
}

function keysOf(
  { variables, tenants }: GivenKeys,
  [variable, member]: readonly ['APPLY_ADMIN_KEY', 'adminKey'] | readonly ['APPLY_SERVICE_KEY', 'serviceKey'],
): readonly PlacedKey[] {
  const places = Object.entries(tenants).map(([name, { [member]: key }]) => ({
    place: `APPLY_CONFIG at tenants.${name}.${member}`,
    key,
  }));
  return [{ place: variable, key: variables[variable] }, ...places].flatMap(({ place, key }) =>
    key === undefined ? [] : [{ place, key }],
  );
}

function findFault({ place, key }: PlacedKey): string | null {
  if (Object.values(publishedKeys).includes(key))
    return `${place} must be at least ${SHORTEST_KEY} characters, and no key that is published, as those of the sandbox are: ${MAKE} one of your own.`;
  return key.length < SHORTEST_KEY
    ? `${place} must be at least ${SHORTEST_KEY} characters: ${MAKE} such a key.`
    : null;
}

function isGuessable(key: string): boolean {
  if (new Set(key).size < FEWEST_CHARACTERS) return true;
  const periods = Array.from({ length: SHORTEST_PERIOD - 1 }, (_, index) => index + 1);
  return periods.some((period) => key.slice(period) === key.slice(0, -period));
}

/**
 * A caller with one of these keys would have the other. (Two tenants may share the key of the service; for their own
 * keys see `tenant-configuration.ts`.)
 */
const findEqual = (keys: readonly PlacedKey[], others: readonly PlacedKey[]): readonly string[] =>
  keys.flatMap((one, index) =>
    (keys === others ? others.slice(0, index) : others)
      .filter(({ key }) => key === one.key)
      .map(({ place }) => `${one.place} is the same as ${place}: each needs its own, ${MAKE} one.`),
  );
