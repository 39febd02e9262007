/**
 * What the dearest request that a stranger can make costs the server's processor, beside a normal one of the same route:
 * a server in a process of its own, its store a file, the service behind it. A normal submission is one of the form
 * `engineer`, counted up to its receipt; a normal file has as many bytes as the hostile ones.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { at, parseJson } from '../../../src/sandbox/json.ts';
import { createProcesses, type Processes, type StartedProcess } from '../../kills/processes.ts';
import { ADMIN_KEY, type Applicant, JOB, list, MEDIA, type Route, type Shot } from '../hostile/request.ts';
import { routes } from '../hostile/routes.ts';
import { sent } from '../hostile/submissions.ts';
import type { Measured, RowGroup } from '../row.ts';

/** Requests of one kind at a time, and how often: the least counts, as others use the machine too. */
const [REQUESTS, ROUNDS] = [6, 3];
/** Times a normal one (`src/README.md#budgets`). */
const BUDGET = 3;

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const hostileRow: RowGroup = {
  name: 'hostile',
  async measure() {
    const processes = createProcesses();
    const folder = await mkdtemp(join(tmpdir(), 'apply-bench-'));
    try {
      const server = await startServer(processes, `file:${join(folder, 'apply.db')}`);
      const measured: Measured[] = [];
      for (const route of routes) measured.push(...(await measureRoute(server, route)));
      return measured;
    } finally {
      await processes.end();
      await rm(folder, { recursive: true });
    }
  },
};

interface MeasuredServer {
  readonly address: string;
  /** Milliseconds of the processor since it started. */
  used(): Promise<number>;
}

async function startServer(processes: Processes, store: string): Promise<MeasuredServer> {
  const sandbox = processes.start({
    args: ['--import', 'tsx', script('../../../src/cli/sandbox.ts'), '--port', '0'],
    ready: /Sandbox {2}(\S+)/,
  });
  const [service = ''] = await found(sandbox);
  const server = processes.start({
    args: [
      '--import',
      'tsx',
      '--import',
      script('../hostile/cpu-port.ts'),
      script('../../../src/server/app/main.ts'),
    ],
    environment: {
      PORT: '0',
      APPLY_SERVICE_URL: service,
      APPLY_SERVICE_KEY: 'sandbox-key',
      APPLY_SECRET: 'another-another-another-another-another',
      APPLY_ADMIN_KEY: ADMIN_KEY,
      APPLY_PUBLIC_JOBS: 'all',
      APPLY_ORIGINS: 'https://careers.example.com',
      APPLY_STORE: store,
      // Each request has an address of its own: what is measured is no limit.
      APPLY_TRUST_PROXY: '1',
    },
    ready: /Processor {2}(\S+)[\s\S]*Apply Form {2}(\S+)/,
  });
  const [processor = '', address = ''] = await found(server);
  return { address, used: async () => Number(await (await fetch(processor)).text()) };
}

async function found(started: StartedProcess): Promise<readonly string[]> {
  const match = await started.ready;
  if (match === null) throw new Error(`It does not start: ${started.complaint()}`);
  return match.slice(1);
}

async function measureRoute(server: MeasuredServer, route: Route): Promise<readonly Measured[]> {
  const kinds = [['normal', route.normal], ...Object.entries(route.hostile)] as const;
  const least = new Map<string, number>();
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [kind, shotOf] of kinds) {
      const hasSent = route.hasSent === 'all' || (route.hasSent === 'hostile' && kind !== 'normal');
      // What is stored is stored once for each applicant.
      const applicants: Applicant[] = [];
      const most = route.storesOnce === true ? REQUESTS : 1;
      while (applicants.length < most) applicants.push(await apply(server, hasSent));
      const shots = list(REQUESTS, (place) => applicants[place % most] ?? applicants[0]).flatMap((one) =>
        one === undefined ? [] : shotOf(one),
      );
      const cost = await costOf(server, shots);
      // In the first round the server is still warming up.
      if (round > 0) least.set(kind, Math.min(cost, least.get(kind) ?? cost));
    }
  const normal = least.get('normal') ?? Number.NaN;
  return [...least].flatMap(([kind, widget]) =>
    kind === 'normal'
      ? []
      : [{ row: `${route.name}: ${kind}`, widget, handWritten: normal, unit: 'ms', budget: BUDGET }],
  );
}

/** Milliseconds of the processor for one of them. */
async function costOf({ address, used }: MeasuredServer, shots: readonly Shot[]): Promise<number> {
  const before = await used();
  for (const shot of shots) await fire(address, shot);
  return ((await used()) - before) / shots.length;
}

let fired = 0;

async function fire(address: string, { method, path, token, headers = {}, body }: Shot): Promise<string> {
  fired += 1;
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...headers,
      'x-forwarded-for': `10.${(fired >> 16) & 255}.${(fired >> 8) & 255}.${fired & 255}`,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body ?? null,
  });
  const text = await response.text();
  if (response.status >= 500 || response.status === 429)
    throw new Error(`${method} ${path.slice(0, 80)} answers ${response.status}: ${text.slice(0, 200)}`);
  return text;
}

async function apply({ address }: MeasuredServer, hasSent: boolean): Promise<Applicant> {
  const body = JSON.stringify({ data: { type: 'sessions', attributes: { job: JOB, tenant: 'default' } } });
  const made = await fire(address, {
    method: 'POST',
    path: '/sessions',
    token: ADMIN_KEY,
    headers: MEDIA,
    body,
  });
  const token = String(at(parseJson(made), 'data', 'attributes', 'token'));
  const file = crypto.randomUUID();
  const form = await fire(address, { method: 'GET', path: '/api/v1/questions', token });
  const revision = String(at(parseJson(form), 'meta', 'revision'));
  const headers = { 'content-disposition': 'attachment; filename="cv.pdf"', 'apply-for': 'question 106' };
  const bytes = new TextEncoder().encode('%PDF-1.4\n');
  await fire(address, { method: 'PUT', path: `/files/${file}`, token, headers, body: bytes });
  const applicant = { token, revision, file, reference: '' };
  if (!hasSent) return applicant;
  const receipt = await fire(address, sent(applicant));
  return { ...applicant, reference: String(at(parseJson(receipt), 'data', 'id')) };
}
