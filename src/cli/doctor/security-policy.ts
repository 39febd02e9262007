/** Content Security Policy, as far as it applies to scripts, connections and frames (W3C, CSP Level 3). */

/** Directive to its sources; of duplicate directives the first counts. */
export type Policy = ReadonlyMap<string, readonly string[]>;

export type NeedName = 'script-src' | 'connect-src' | 'frame-src';

/** Something that the page must be allowed to load. */
export interface Need {
  readonly directive: NeedName;
  readonly address: string;
  /** Nonce and hashes of the script tag. */
  readonly nonce?: string | undefined;
  /** A script that runs already asks for it: `'strict-dynamic'` lets it load more. */
  readonly isTrusted?: boolean;
}

/** The first directive in this list that a policy has applies. */
const chains: Readonly<Record<NeedName, readonly string[]>> = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
};

export function parsePolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    if (name !== '' && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

/** One header may contain several policies, and each must allow it. */
export const splitPolicies = (header: string): readonly string[] =>
  header
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** The directive that applies; null: none does, so everything is allowed. */
export const decidingDirective = (policy: Policy, name: NeedName): string | null =>
  chains[name].find((each) => policy.has(each)) ?? null;

export function allows(policy: Policy, need: Need, page: URL): boolean {
  const decides = decidingDirective(policy, need.directive);
  if (decides === null) return true;
  const sources = policy.get(decides) ?? [];
  if (need.directive === 'script-src') {
    if (need.nonce !== undefined && need.nonce !== '' && sources.includes(`'nonce-${need.nonce}'`))
      return true;
    // Then host sources are ignored.
    if (isStrictDynamic(sources)) return need.isTrusted === true;
  }
  return sources.some((source) => matchesSource(source, new URL(need.address), page));
}

export const isStrictDynamic = (sources: readonly string[]): boolean =>
  sources.some((source) => source.toLowerCase() === "'strict-dynamic'");

/** @param page whose policy it is: `'self'`, and the scheme of a source without one */
export function matchesSource(source: string, address: URL, page: URL): boolean {
  const text = source.toLowerCase();
  if (text === '*') return /^(https?|wss?):$/.test(address.protocol);
  if (text === "'self'") return isSelf(address, page);
  if (text.startsWith("'")) return false;
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return schemeFits(text, address.protocol);
  return matchesHost(source, address, page);
}

const isSelf = (address: URL, page: URL): boolean =>
  address.origin === page.origin ||
  (address.hostname === page.hostname && schemeFits(page.protocol, address.protocol) && address.port === '');

/** A source with http also allows https. */
const schemeFits = (allowed: string, actual: string): boolean =>
  allowed === actual ||
  (allowed === 'http:' && actual === 'https:') ||
  (allowed === 'ws:' && actual === 'wss:');

function matchesHost(source: string, address: URL, page: URL): boolean {
  const match = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^:/*]+|\[[^\]]+\])(?::(\d+|\*))?(\/.*)?$/i.exec(
    source,
  );
  if (match === null) return false;
  const [, scheme, host = '', port, path] = match;
  return (
    schemeFits(scheme === undefined ? page.protocol : `${scheme.toLowerCase()}:`, address.protocol) &&
    hostFits(host.toLowerCase(), address.hostname) &&
    portFits(port, address) &&
    pathFits(path, address.pathname)
  );
}

const hostFits = (host: string, name: string): boolean =>
  host === '*' || host === name || (host.startsWith('*.') && name.endsWith(host.slice(1)));

const defaultPorts: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
};

function portFits(port: string | undefined, address: URL): boolean {
  if (port === undefined) return address.port === '';
  const actual = address.port || defaultPorts[address.protocol];
  return port === '*' || port === actual || (port === '80' && actual === '443');
}

/** A path that ends with a slash covers everything below it. */
const pathFits = (path: string | undefined, actual: string): boolean =>
  path === undefined || path === '/' || (path.endsWith('/') ? actual.startsWith(path) : actual === path);
