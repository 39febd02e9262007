/** The requests that the sandbox received, for the inspector (`src/sandbox/README.md#control`). */
import type { SentRequest, Traffic } from '../inspector/traffic.ts';

/** The sandbox's requests for this application; null when it does not report them. */
export async function readTraffic(application: string): Promise<Traffic | null> {
  const of = `?application=${encodeURIComponent(application)}`;
  const [requests, held] = await Promise.all([
    ask<Traffic['requests']>(`requests${of}`),
    ask<Traffic['held']>(`answers${of}`),
  ]);
  return requests === null || held === null ? null : { application, requests, held };
}

/** Number of the newest request of any client; 0 before the first. */
export async function latestRequest(): Promise<number> {
  return (await allRequests()).at(-1)?.number ?? 0;
}

/**
 * The application that was made after that request: the one that this page's form made.
 * null when there is none yet, or several that cannot be told apart.
 */
export async function applicationMadeAfter(request: number): Promise<string | null> {
  const made = (await allRequests())
    .filter(({ number, method, path }) => number > request && method === 'POST' && isApplications(path))
    .flatMap(({ application }) => application ?? []);
  return made.length === 1 ? (made[0] ?? null) : null;
}

interface LoggedRequest extends SentRequest {
  readonly application: string | null;
}

const allRequests = async () => (await ask<readonly LoggedRequest[]>('requests')) ?? [];

const isApplications = (path: string): boolean => /^\/api\/v1\/applications(\?|$)/.test(path);

/** Not validated, because the reply comes from our own server. */
async function ask<Reply>(what: string): Promise<Reply | null> {
  const response = await fetch(`/sandbox/_control/${what}`).catch(() => null);
  return response?.ok ? response.json() : null;
}
