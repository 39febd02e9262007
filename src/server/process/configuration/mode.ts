/** Whether a real service or the sandbox answers; the sandbox must be requested and is never a silent fallback. */
import { isLoopbackName } from '../../../sandbox/caller.ts';
import { type Environment, readVariableFiles } from './variable-files.ts';
import type { ReadVariables } from './variables.ts';

/** Of the members of `APPLY_CONFIG`, by the name of the tenant. */
type Services = Readonly<
  Record<string, { readonly serviceUrl?: string | undefined; readonly serviceKey?: string | undefined }>
>;

export interface ReadMode {
  readonly isSandbox: boolean;
  /** Other machines can reach the sandbox, so it may not use a published key. */
  readonly isPublic: boolean;
  readonly faults: readonly string[];
  /** Advice for an operator who may have wanted the sandbox; null when a service is named. */
  readonly advice: string | null;
}

export function readMode({ value, isGiven }: ReadVariables, tenants: Services): ReadMode {
  const isSandbox = value.APPLY_MODE === 'sandbox';
  const isPublic = isSandbox && value.APPLY_SANDBOX_PUBLIC === 'yes';
  const services = [
    ...(['APPLY_SERVICE_URL', 'APPLY_SERVICE_KEY'] as const).filter(isGiven),
    ...Object.entries(tenants).flatMap(([name, member]) =>
      (['serviceUrl', 'serviceKey'] as const)
        .filter((one) => member[one] !== undefined)
        .map((one) => `${one} of the tenant "${name}"`),
    ),
  ];
  const { HOST: host = '127.0.0.1', APPLY_PUBLIC_URL: address, APPLY_TRUST_PROXY: proxies = 0 } = value;
  const isElsewhere = address !== undefined && !isLoopbackName(new URL(address).hostname);
  const openings = [
    ...(isLoopbackName(host) ? [] : ['HOST must be 127.0.0.1, localhost or ::1']),
    ...(isElsewhere ? ['APPLY_PUBLIC_URL must name this machine, as http://localhost:3000 does,'] : []),
    ...(proxies > 0 ? ['APPLY_TRUST_PROXY must be 0, as a proxy in front lets others in,'] : []),
  ];
  return {
    isSandbox,
    isPublic,
    faults: isSandbox
      ? [...(services.length > 0 ? [beside(services)] : []), ...(isPublic ? [] : openings.map(opens))]
      : [],
    advice: !isSandbox && services.length === 0 ? advice : null,
  };
}

const beside = (services: readonly string[]): string =>
  `APPLY_MODE=sandbox has a service configured beside it (${services.join(', ')}): take away one or the other.`;

const opens = (opening: string): string =>
  `${opening} in sandbox mode: the keys of a sandbox are published, and what it takes is gone at the next start. APPLY_SANDBOX_PUBLIC=yes opens it all the same, with keys made at random.`;

const advice =
  'Without a recruitment service, APPLY_MODE=sandbox starts with a sandbox of it, as npm start does: nothing sent there reaches an employer.';

/**
 * The default of `npm start` and the commands: the sandbox, unless a service is named. A variable that is set but empty
 * counts as named, since a real address was meant to be there.
 */
export function withImpliedMode(environment: Environment): Environment {
  const { APPLY_MODE = '', APPLY_SERVICE_URL, APPLY_SERVICE_KEY, APPLY_SERVICE_KEY_FILE } = environment;
  const isNamed = [APPLY_SERVICE_URL, APPLY_SERVICE_KEY, APPLY_SERVICE_KEY_FILE].some(
    (value) => value !== undefined,
  );
  const config = readVariableFiles(environment).given['APPLY_CONFIG'] ?? '';
  if (APPLY_MODE !== '' || isNamed || /"service(Url|Key)"/.test(config)) return environment;
  return { ...environment, APPLY_MODE: 'sandbox' };
}
