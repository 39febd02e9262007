/** Why a form cannot be opened: what is missing, else what the reply says, else what can be seen from the page. */
import type { Trouble } from '../api/request.ts';
import type { SessionHost } from '../session/session-host.ts';
import { badSetup, type Cause, refusedOrigin, type Scene, type Wrong } from './cause.ts';
import { findWithoutReply, wrongAddress } from './no-reply.ts';
import { lookAt } from './probe.ts';
import { addressOf } from './server-address.ts';
import type { Surroundings } from './surroundings.ts';

export async function findCause(host: SessionHost, wrong: Wrong, place: Surroundings): Promise<Cause> {
  const { mode, endpoint, document } = host.settings();
  const { code } = wrong.failure;
  const server = addressOf(endpoint ?? '', place.page);
  if (mode === 'preview' || code === 'bad_setup' || server === null) {
    const { setupFault } = await import('./setup-faults.ts');
    const isUnreadable = mode === 'preview' && document !== null;
    return { code: isUnreadable ? code : 'bad_setup', advice: setupFault(host) };
  }
  const scene = { host, wrong, place, server };
  if (code === 'offline') return findWithoutReply(scene);
  return isOurs(wrong.trouble) ? readRefusal(scene) : readStranger(scene);
}

/** The proxy gave its reason; what stands in front of it, or is another server, does not speak like this. */
function isOurs(trouble: Trouble): boolean {
  if (!('status' in trouble)) return true;
  const { errors }: { readonly errors?: unknown } = Object(trouble.document);
  return Array.isArray(errors) && typeof errors[0]?.code === 'string';
}

async function readRefusal(scene: Scene): Promise<Cause> {
  const { host, wrong, server } = scene;
  const { code } = wrong.failure;
  if (code === 'origin_not_allowed') return refusedOrigin(scene);
  // Under a wrong path the proxy says that there is nothing, as it does for a job that is gone.
  const mayBeElsewhere = code === 'not_found' && new URL(server).origin !== server;
  if (mayBeElsewhere && !(await lookAt(host.transport.fetch, server)).isAlive) return wrongAddress(scene);
  const settings = host.settings();
  const { refusalAdvice } = await import('./refusal-advice.ts');
  const advice = refusalAdvice(code, { settings, server, given: wrong.given });
  // An id that cannot be one is the page's fault, and loading it again does not help.
  return code === 'bad_request' && settings.token === null ? badSetup(advice) : { code, advice };
}

/** Somebody answered, and it was not the proxy. */
async function readStranger(scene: Scene): Promise<Cause> {
  const { host, wrong, server } = scene;
  const { code } = wrong.failure;
  const { trouble } = wrong;
  const mayBeAnother = /^(not_found|bad_)/.test(code);
  if (mayBeAnother && !(await lookAt(host.transport.fetch, server)).isAlive) return wrongAddress(scene);
  const status = 'status' in trouble ? ` with ${trouble.status}` : '';
  const advice = `was answered${status} by something in front of ${server}: look at what stands there, and whether the server behind it runs.`;
  return { code, advice };
}
