/**
 * Finds why a form cannot be opened: first from missing settings, then from the reply, then from what the page can
 * reach.
 */
import type { Trouble } from '../api/connection.ts';
import type { SessionHost, Wrong } from '../contract.ts';
import { badSetup, type Cause, refusedOrigin, type Scene } from './cause.ts';
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

/** Only our proxy states its reason in this form; an intermediary or another server does not. */
function isOurs(trouble: Trouble): boolean {
  if (!('status' in trouble)) return true;
  const { errors }: { readonly errors?: unknown } = Object(trouble.document);
  return Array.isArray(errors) && typeof errors[0]?.code === 'string';
}

async function readRefusal(scene: Scene): Promise<Cause> {
  const { host, wrong, server } = scene;
  const { code } = wrong.failure;
  if (code === 'origin_not_allowed') return refusedOrigin(scene);
  // For a wrong path the proxy answers "not found", as it does for a job that no longer exists.
  const mayBeElsewhere = code === 'not_found' && new URL(server).origin !== server;
  if (mayBeElsewhere && !(await lookAt(host.transport.fetch, server)).isAlive) return wrongAddress(scene);
  const settings = host.settings();
  const { refusalAdvice } = await import('./refusal-advice.ts');
  const advice = refusalAdvice(code, { settings, server, given: wrong.given });
  // An impossible id is the page's fault, and reloading does not help.
  return code === 'bad_request' && settings.token === null ? badSetup(advice) : { code, advice };
}

/** A server answered, and it was not the proxy. */
async function readStranger(scene: Scene): Promise<Cause> {
  const { host, wrong, server } = scene;
  const { code } = wrong.failure;
  const { trouble } = wrong;
  const status = 'status' in trouble ? trouble.status : 0;
  const mayBeAnother = code === 'bad_document' || /^40[045]$/.test(`${status}`);
  if (mayBeAnother && !(await lookAt(host.transport.fetch, server)).isAlive) return wrongAddress(scene);
  if (code === 'blocked' && 'status' in trouble) {
    const { blockedAdvice } = await import('./refusal-advice.ts');
    return { code, advice: blockedAdvice({ address: server, ...trouble }) };
  }
  const advice = `was answered with ${status} by something in front of ${server}: look at what stands there, and whether the server behind it runs.`;
  return { code, advice };
}
