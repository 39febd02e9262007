/**
 * What the dearest request that a stranger can make costs the server's processor, beside a normal one of the same route:
 * a server in a process of its own, its store a file, the service behind it. A normal submission is one of the form
 * `engineer`, counted up to its receipt; a normal file has as many bytes as the hostile ones.
 */
import { at, parseJson } from '../../../src/sandbox/json.ts';
import { type Counted, startCountedServer, withFileStore } from '../counted-server.ts';
import { ADMIN_KEY, type Applicant, JOB, list, MEDIA, type Route, type Shot } from '../hostile/request.ts';
import { routes } from '../hostile/routes.ts';
import { sent } from '../hostile/submissions.ts';
import type { Measured, RowGroup } from '../row.ts';

/** Requests of one kind at a time, and how often: the least counts, as others use the machine too. */
const [REQUESTS, ROUNDS] = [6, 3];
/** Times a normal one (`src/README.md#budgets`). */
const BUDGET = 3;

export const hostileRow: RowGroup = {
  name: 'hostile',
  measure: () =>
    withFileStore(async (processes, store) => {
      // Each request has an address of its own: what is measured is no limit.
      const server = await startCountedServer(processes, store, { APPLY_TRUST_PROXY: '1' });
      const measured: Measured[] = [];
      for (const route of routes) measured.push(...(await measureRoute(server, route)));
      return measured;
    }),
};

async function measureRoute(server: Counted, route: Route): Promise<readonly Measured[]> {
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
async function costOf({ address, used }: Counted, shots: readonly Shot[]): Promise<number> {
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

async function apply({ address }: Counted, hasSent: boolean): Promise<Applicant> {
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
