/** What the sandbox has seen, for the look inside (`src/sandbox/README.md#control`). */
import type { SentRequest, Traffic } from '../inspector/traffic.ts';

/** What it has seen of this application; null when it does not tell. */
export async function readTraffic(application: string): Promise<Traffic | null> {
  const of = `?application=${encodeURIComponent(application)}`;
  const [requests, held] = await Promise.all([
    ask<Traffic['requests']>(`requests${of}`),
    ask<Traffic['held']>(`answers${of}`),
  ]);
  return requests === null || held === null ? null : { application, requests, held };
}

/** Number of the newest request of anybody's; 0 before the first. */
export async function latestRequest(): Promise<number> {
  return (await allRequests()).at(-1)?.number ?? 0;
}

/**
 * The application that was made after that request: the one that this page's form made.
 * null: none yet, or several, of which nobody can tell which one it is.
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

/** Read as it comes: our own server says it. */
async function ask<Reply>(what: string): Promise<Reply | null> {
  const response = await fetch(`/sandbox/_control/${what}`).catch(() => null);
  return response?.ok ? response.json() : null;
}
