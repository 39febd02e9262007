/** Browsers do not tell a page why no reply came, so the cause is inferred from what else can be reached. */
import { badSetup, type Cause, ownFetchAdvice, refusedOrigin, type Scene } from './cause.ts';
import { ask, lookAt, type Sight } from './probe.ts';
import type { Forbidden } from './surroundings.ts';

export async function findWithoutReply(scene: Scene): Promise<Cause> {
  const { host, place, server } = scene;
  if (!place.isOnline) return { code: 'offline', advice: 'cannot be loaded, as this browser is offline.' };
  const blocked = mixedContent(place.page, server);
  if (blocked !== null) return badSetup(blocked);
  const endWatch = place.watchPolicy();
  const sight = await lookAt(host.transport.fetch, server);
  const forbidden = await endWatch();
  if (sight.isThere) return fromSight(scene, sight);
  if (place.hasOwnFetch && !forbidden && (await place.answers(`${server}/healthz`)))
    return badSetup(`reaches ${server}, but not through this page's fetch: ${ownFetchAdvice}`);
  return forbidden ? badSetup(policyAdvice(forbidden, server)) : fromSilence(scene);
}

/** From an https page, browsers allow http requests only to the visitor's own machine. */
function mixedContent(page: string, server: string): string | null {
  const { protocol, hostname, host } = new URL(server);
  const isOwn = /^((.*\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (!page.startsWith('https:') || protocol !== 'http:' || isOwn) return null;
  return `is on a page with https, and browsers block its endpoint="${server}", which is http: serve the form over https, and write endpoint="https://${host}".`;
}

function fromSight(scene: Scene, { movedTo, isAlive, hasScript, isReadable }: Sight): Cause | Promise<Cause> {
  const { server } = scene;
  if (movedTo !== null) return elsewhere(server, movedTo);
  if (isAlive)
    return {
      code: 'offline',
      advice: `lost its request to ${server}, which answers again. If this stays: what stands in front of it must pass on OPTIONS and the header Authorization.`,
    };
  return hasScript && !isReadable ? refusedOrigin(scene) : wrongAddress(scene);
}

const elsewhere = (server: string, address: string): Cause =>
  badSetup(`has endpoint="${server}", but its server is at ${address}: write endpoint="${address}".`);

/** If our files are not beside it, a proxy that refuses a page cannot be told from any other server. */
export async function wrongAddress({ host, place, server }: Scene): Promise<Cause> {
  const { origin } = new URL(server);
  const root = origin === server ? null : await lookAt(host.transport.fetch, origin);
  if (root?.isAlive || root?.hasScript) return elsewhere(server, origin);
  return badSetup(
    `finds no Apply Form at ${server}, which answers as something else: write the right endpoint="…", or let it allow ${place.origin} if it is a proxy alone.`,
  );
}

/** The corrected directive: what it allows now, or what stands in for it, plus the server. */
function policyAdvice({ originalPolicy }: Forbidden, server: string): string {
  const { origin } = new URL(server);
  const sourcesOf = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}\\s+([^;]*)`, 'i').exec(originalPolicy)?.[1];
  const sources = (sourcesOf('connect-src') ?? sourcesOf('default-src') ?? '').replace("'none'", '');
  const directive = ['connect-src', ...sources.split(/\s+/).filter(Boolean), origin].join(' ');
  return `may not ask ${origin}, as the Content-Security-Policy of this page forbids it: write "${directive}" there.`;
}

/** Reaching the page's own server distinguishes a network failure from a server failure. */
async function fromSilence({ host, place, server }: Scene): Promise<Cause> {
  const endWatch = place.watchPolicy();
  const isWeb = /^https?:/.test(place.page);
  const home = isWeb ? await ask(host.transport.fetch, place.page, { method: 'HEAD' }) : null;
  const mayBeOffline = isWeb && home === null && (await endWatch()) === null;
  return {
    code: mayBeOffline ? 'offline' : 'service_unavailable',
    advice: mayBeOffline
      ? `cannot reach ${server}, nor its own page: this browser seems to have no network.`
      : `gets no answer from ${server}: check that the address is right, that its server runs, and that nothing in this browser blocks it.`,
  };
}
