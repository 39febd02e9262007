import { afterEach, expect, test, vi } from 'vitest';
import fc from '../../properties.support.ts';
import { jsonApiFaults } from '../../server/service/json-api-rules.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../create-sandbox.ts';
import { noFaults } from '../faults/faults.ts';
import { type GeneratedRequest, generatedRequests } from './requests.support.ts';

/** 200 every day, 20,000 in the deep suite (`APPLY_PROPERTY_RUNS` is 10,000 there). */
const runs = 2 * Number(process.env['APPLY_PROPERTY_RUNS'] ?? 100);

/** The document's, and those of our readings: 404, 422. */
const statuses = [200, 201, 400, 401, 403, 404, 422, 429];

type Service = Pick<Sandbox, 'fetch' | 'applyTo'>;

/** A clock that stands: what changes is what was written. */
const now = () => Date.parse('2026-03-01T12:00:00Z');

const smallSandbox = (options: SandboxOptions = {}): Sandbox => {
  const sandbox = createSandbox({ forms: ['engineer'], samples: true, now, ...options });
  for (const form of ['engineer', 'engineer']) sandbox.applyTo(form);
  return sandbox;
};

const all = 'filter[job_visibility]=confidential,external,internal,private_job&page[size]=1000';
const shelves = [
  `/api/v1/applications?${all}&extra_fields[applications]=tags,attachments`,
  '/_control/holdings',
  '/_control/answers',
];

/** Everything that a service holds, as text. */
async function snapshot(service: Service): Promise<string> {
  const replies = shelves.map(async (path) => (await get(service, path)).text());
  return (await Promise.all(replies)).join('\n');
}

/** The control answers only this machine, and each address has its own rate limit: each reader gets a new address. */
const loopback = { address: '127.0.0.1' };
let looks = 0;

function get(service: Service, path: string): Promise<Response> {
  looks += 1;
  const address = `127.1.${(looks >> 8) % 256}.${looks % 256}`;
  const headers = { 'x-api-key': 'sandbox-key' };
  return service.fetch(new Request(`http://sandbox.test${path}`, { headers }), { address });
}

interface Watch {
  /** What is wrong with the reply to this request, and with what the service holds after it. */
  complaints(request: GeneratedRequest): Promise<readonly string[]>;
  readonly seen: ReadonlySet<number>;
}

/** As many resources are made before another service takes over: to look at all of them takes its time. */
const MOST_MADE = 20;

function watch(make: () => Service): Watch {
  const seen = new Set<number>();
  let service = make();
  let made = 0;
  let held: string | null = null;
  return {
    seen,
    complaints: async ({ path, method, headers, body }) => {
      if (made >= MOST_MADE) [service, made, held] = [make(), 0, null];
      held ??= await snapshot(service);
      const url = `http://sandbox.test${path}`;
      const response = await service.fetch(new Request(url, { method, headers, body }), loopback);
      const text = await response.text();
      seen.add(response.status);
      made += Number(response.status === 201);
      const before = held;
      if (method !== 'GET' && method !== 'HEAD') held = await snapshot(service);
      return [
        ...(statuses.includes(response.status) ? [] : [`status ${response.status}`]),
        ...faultsOf({ method, url }, response, text),
        ...(response.status >= 400 && held !== before ? ['refused, and something changed'] : []),
      ];
    },
  };
}

function faultsOf(request: { method: string; url: string }, { status, headers }: Response, body: string) {
  return jsonApiFaults({ ...request, status, contentType: headers.get('content-type'), body });
}

const anyRequestOf = (watched: Watch) =>
  fc.asyncProperty(generatedRequests, async (request) => {
    const complaints = await watched.complaints(request);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  });

afterEach(() => void vi.restoreAllMocks());

test(`any of ${runs} requests gets a documented status and a valid document, and what is refused changes nothing`, async () => {
  const watched = watch(() => smallSandbox());
  await fc.assert(anyRequestOf(watched), { numRuns: runs });
  expect([...watched.seen].sort()).toEqual([200, 201, 400, 401, 404, 422]);
});

test.each([
  ['whose integration is not enabled', 403],
  ['whose rate is used up', 429],
])('so it is for a service %s', async (_name, status) => {
  const watched = watch(() => {
    const sandbox = smallSandbox({ rate: status === 429 ? { requests: 3, seconds: 60 } : null });
    sandbox.setFaults({ ...noFaults, integration_disabled: status === 403 });
    return sandbox;
  });
  await fc.assert(anyRequestOf(watched), { numRuns: runs / 20 });
  expect([...watched.seen]).toContain(status);
});

/** The same requests must find what is wrong with these. */
const broken: readonly (readonly [string, (sandbox: Sandbox) => Service, string])[] = [
  [
    'that changes something and then refuses',
    (sandbox) => ({
      ...sandbox,
      fetch: async (request, caller) => {
        const response = await sandbox.fetch(request, caller);
        if (response.status === 422) sandbox.applyTo('engineer');
        return response;
      },
    }),
    'something changed',
  ],
  [
    'that answers another status',
    (sandbox) => ({
      ...sandbox,
      fetch: async (request, caller) => {
        const response = await sandbox.fetch(request, caller);
        return response.status === 422 ? new Response(null, { status: 204 }) : response;
      },
    }),
    'status 204',
  ],
];

test.each(broken)('the same requests find a service %s', async (_name, breakIt, complaint) => {
  const watched = watch(() => breakIt(smallSandbox()));
  const details = await fc.check(anyRequestOf(watched), { numRuns: runs, endOnFailure: true });
  expect([details.failed, String(details.errorInstance)]).toEqual([true, expect.stringContaining(complaint)]);
});

test('the same requests find a handler that throws', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const title = () => {
    throw new Error('broken on purpose');
  };
  const question = Object.defineProperty({ id: '1', title: '', type: 'boolean' as const }, 'title', {
    get: title,
  });
  const watched = watch(() => smallSandbox({ bank: [question] }));
  const details = await fc.check(anyRequestOf(watched), { numRuns: runs, endOnFailure: true });
  expect([details.failed, String(details.errorInstance)]).toEqual([
    true,
    expect.stringContaining('status 500'),
  ]);
});
