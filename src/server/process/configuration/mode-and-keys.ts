/** Whether a real service or the sandbox answers, which is never a silent fallback, and whether keys can be guessed. */
import { randomBytes } from 'node:crypto';
import { isLoopbackName } from '../../../sandbox/caller.ts';
import type { Member } from './config-schema.ts';
import { type ReadVariables, SHORTEST_KEY, type Variables } from './variables.ts';

export type Members = Readonly<Record<string, Member>>;

/** Keys of the sandbox and of its operator: published, or generated for this start. */
export interface SandboxKeys {
  readonly serviceKey: string;
  readonly adminKey: string;
}

const publishedKeys: SandboxKeys = { serviceKey: 'sandbox-key', adminKey: 'sandbox-admin' };
const makeKey = (): string => randomBytes(32).toString('hex');

export interface ReadMode {
  /** null: a real service answers. */
  readonly sandboxKeys: SandboxKeys | null;
  /** Other machines can reach the sandbox, so it may not use a published key. */
  readonly isPublic: boolean;
  readonly faults: readonly string[];
}

export function readMode({ value, isGiven }: ReadVariables, tenants: Members): ReadMode {
  if (value.APPLY_MODE !== 'sandbox') return { sandboxKeys: null, isPublic: false, faults: [] };
  const isPublic = value.APPLY_SANDBOX_PUBLIC === 'yes';
  const services = [
    ...(['APPLY_SERVICE_URL', 'APPLY_SERVICE_KEY'] as const).filter(isGiven),
    ...Object.entries(tenants).flatMap(([name, member]) =>
      (['serviceUrl', 'serviceKey'] as const)
        .filter((one) => member[one] !== undefined)
        .map((one) => `${one} of the tenant "${name}"`),
    ),
  ];
  return {
    sandboxKeys: isPublic ? { serviceKey: makeKey(), adminKey: makeKey() } : publishedKeys,
    isPublic,
    faults: [
      ...(services.length === 0
        ? []
        : [`APPLY_MODE=sandbox and a service (${services.join(', ')}) exclude each other: remove one.`]),
      ...(isPublic ? [] : findOpenings(value)),
    ],
  };
}

function findOpenings(value: Variables): readonly string[] {
  const { HOST: host = '127.0.0.1', APPLY_PUBLIC_URL: address, APPLY_TRUST_PROXY: proxies = 0 } = value;
  const isElsewhere = address !== undefined && !isLoopbackName(new URL(address).hostname);
  const openings = [
    ...(isLoopbackName(host) ? [] : ['HOST must be 127.0.0.1, localhost or ::1']),
    ...(isElsewhere ? ['APPLY_PUBLIC_URL must name this machine, as http://localhost:3000 does,'] : []),
    ...(proxies > 0 ? ['APPLY_TRUST_PROXY must be 0'] : []),
  ];
  return openings.map(
    (opening) =>
      `${opening} in sandbox mode: its keys are published, and its data is gone at the next start. APPLY_SANDBOX_PUBLIC=yes opens it all the same, with random keys.`,
  );
}

/** Where strangers can reach what keys protect. Each sentence says where and what to do, never the value. */
export function findKeyFaults(variables: Variables, tenants: Members): readonly string[] {
  const of = (name: 'adminKey' | 'serviceKey', variable: string | undefined, where: string) =>
    [
      [where, variable] as const,
      ...Object.entries(tenants).map(
        ([tenant, member]) => [`APPLY_CONFIG at tenants.${tenant}.${name}`, member[name]] as const,
      ),
    ].flatMap(([place, key]) => (key === undefined ? [] : [{ place, key }]));
  const secrets = (variables.APPLY_SECRET ?? []).map((key) => ({ place: 'APPLY_SECRET', key }));
  const adminKeys = of('adminKey', variables.APPLY_ADMIN_KEY, 'APPLY_ADMIN_KEY');
  const own = [...secrets, ...adminKeys];
  const serviceKeys = of('serviceKey', variables.APPLY_SERVICE_KEY, 'APPLY_SERVICE_KEY');
  return [
    ...adminKeys
      .filter(({ key }) => key.length < SHORTEST_KEY)
      .map(({ place }) => `${place} must be at least ${SHORTEST_KEY} characters: ${MAKE} one.`),
    // Two tenants may share the key of the service, but no key of ours may be another one too.
    ...own.flatMap((one, index) =>
      [...own.slice(0, index), ...serviceKeys]
        .filter(({ key }) => key === one.key)
        .map(({ place }) => `${one.place} is the same as ${place}: each needs its own, ${MAKE} one.`),
    ),
  ];
}

const MAKE = 'openssl rand -hex 32 makes';
