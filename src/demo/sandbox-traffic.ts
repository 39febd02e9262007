/** The requests that the sandbox received, for the inspector (`src/sandbox/README.md#control`). */
import type { SandboxTools, SentRequest, Traffic } from '../inspector/traffic.ts';

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

/** @param job that a new application would be for; null in application mode */
export async function sandboxTools(job: string | null): Promise<SandboxTools | null> {
  const published = await ask<Pick<SandboxTools, 'key'>>('key');
  if (published === null) return null;
  return {
    address: new URL('./sandbox', location.href).href,
    key: published.key,
    job,
    readBody: (number) => ask(`requests/${number}/body`),
    readFaults: () => ask('faults'),
    writeFaults: (faults) => ask('faults', { method: 'PUT', body: JSON.stringify(faults) }),
  };
}

/** Resolves as well where the sandbox does not answer. */
export const endFaults = (): Promise<unknown> => ask('faults', { method: 'PUT', body: '{}' });

/** Milliseconds: what happens at once is read once. */
const TOGETHER = 150;

interface SandboxChanges {
  /** Soon after each request that the sandbox received or answered. */
  readonly onTraffic: () => void;
  /** Whichever client switched them. */
  readonly onFaults: () => void;
}

/** Returns the function that stops it. */
export function watchSandbox({ onTraffic, onFaults }: SandboxChanges): () => void {
  const events = new EventSource('./sandbox/_control/events');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onTraffic();
    }, TOGETHER);
  };
  for (const name of ['request', 'holdings']) events.addEventListener(name, soon);
  events.addEventListener('faults', onFaults);
  return () => {
    clearTimeout(timer);
    events.close();
  };
}

interface LoggedRequest extends SentRequest {
  readonly application: string | null;
}

const allRequests = async () => (await ask<readonly LoggedRequest[]>('requests')) ?? [];

const isApplications = (path: string): boolean => /^\/api\/v1\/applications(\?|$)/.test(path);

/** Not validated, because the reply comes from our own server. */
async function ask<Reply>(what: string, request: RequestInit = {}): Promise<Reply | null> {
  return fetch(`./sandbox/_control/${what}`, request)
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
}
