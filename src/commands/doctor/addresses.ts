/** What several kinds of findings ask of an address. */
import type { EndpointFact, PageFacts } from './facts.ts';

export const originOf = (address: string): string | null =>
  URL.canParse(address) ? new URL(address).origin : null;

const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Browsers block it; this machine itself counts as safe. */
export function isMixedContent(page: string, address: string): boolean {
  if (!page.startsWith('https:') || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !loopback.test(hostname);
}

/** Of a script, an iframe or a form: what its server said. */
export const endpointAt = (facts: PageFacts, address: string | null): EndpointFact | null =>
  facts.endpoints.find((each) => each.address === address) ?? null;
