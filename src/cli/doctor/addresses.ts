/** Checks of addresses that several kinds of findings share. */
import type { EndpointFact, PageFacts } from './facts.ts';
import { parsePolicy } from './security-policy.ts';

export const originOf = (address: string): string | null =>
  URL.canParse(address) ? new URL(address).origin : null;

/** Without query and fragment, since a token must not be printed. */
export const withoutLink = (address: string): string => address.replace(/[?#].*$/s, '');

const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Browsers block it, unless the page asks them to upgrade to https; this machine itself counts as safe. */
export function isMixedContent({ url, policies }: PageFacts, address: string): boolean {
  if (!url.startsWith('https:') || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isUpgraded = policies.some(({ text }) => parsePolicy(text).has('upgrade-insecure-requests'));
  return protocol === 'http:' && !loopback.test(hostname) && !isUpgraded;
}

/** What the server answered for a script, an iframe or a form. */
export const endpointAt = (facts: PageFacts, address: string | null): EndpointFact | null =>
  facts.endpoints.find((each) => each.address === address) ?? null;
