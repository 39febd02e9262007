/**
 * The built server at rest (Linux only), during repeated reads of a form, and with submissions while the service is down:
 * 20 a second, then more at once than the server admits. Each submission must get a receipt or a time to retry, and every
 * receipt must belong to a stored submission.
 */
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { path, text } from '../../../src/core/jsonapi/json.ts';
import { person, post, request, writeAnswer } from '../../kills/applicant.ts';
import { startSandbox } from '../../kills/sandbox-process.ts';
import { openStore, type StoreKind } from '../../kills/store.ts';
import type { Server } from '../../support/apply-form-server.ts';
import { openSession, startBuiltServer, type Workplace, withWorkplace } from '../built-server.ts';
import { type Measured, median, percentile, type RowGroup } from '../row.ts';

const JOB = '4712';
const STARTS = 5;
/** Milliseconds after which a started server is idle. */
const REST = 5_000;
const READS = 300;
/** Submissions a second, and the number of seconds. */
const RATE = 20;
const SECONDS = 10;
/** Submissions that are then sent at once. */
const AT_ONCE = 1_000;
/** Number of sessions that are opened at once. */
const OPENED = 20;

const measureStart = () =>
  withWorkplace(async (workplace) => {
    const began = performance.now();
    const { pid } = await startBuiltServer(workplace, 'http://127.0.0.1:9', workplace.fileStore);
    const ready = performance.now() - began;
    await setTimeout(REST);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return { ready, memory: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024 };
  });

const restRow: RowGroup = {
  name: 'rest',
  async measure() {
    if (platform() !== 'linux') return [];
    const starts = [];
    for (let start = 0; start < STARTS; start += 1) starts.push(await measureStart());
    const ready = median(starts.map((start) => start.ready));
    const memory = median(starts.map((start) => start.memory));
    return [
      { row: 'the built server is ready', ours: ready, unit: 'ms', budget: 1_000 },
      { row: 'resident memory at rest', ours: memory, unit: 'MB', budget: 110 },
    ];
  },
};

const readingRow: RowGroup = {
  name: 'reading',
  measure: () =>
    withWorkplace(async (workplace) => {
      const sandbox = await startSandbox(workplace.processes);
      const server = await startBuiltServer(workplace, sandbox.address, workplace.fileStore);
      const token = await openSession(server, { job: JOB });
      const times: Record<'form' | 'health', number[]> = { form: [], health: [] };
      const time = async (name: 'form' | 'health', page: string) => {
        const began = performance.now();
        await request(server.origin, page, { token });
        times[name].push(performance.now() - began);
      };
      for (let read = 0; read < READS; read += 1) {
        await time('form', '/api/v1/questions?include=conditional_questions');
        await time('health', '/healthz');
      }
      const [ours, beside] = [median(times.form), median(times.health)];
      return [{ row: 'a form is read again (beside /healthz)', ours, beside, unit: 'ms' }];
    }),
};

interface Sent {
  /** null without a receipt. */
  readonly reference: string | null;
  /** Whether the server answered 429 or 503 with a time to retry. */
  readonly isRefused: boolean;
  readonly token: string;
  readonly milliseconds: number;
}

const submission = [
  person,
  writeAnswer({ question: '2001', attributes: { boolean_answer: false } }),
  writeAnswer({ question: '2002', attributes: { text_answer: 'Nurse' } }),
];

async function openTokens(server: Server, count: number): Promise<readonly string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) {
    const batch = Array.from({ length: OPENED }, () => openSession(server, { job: JOB }));
    tokens.push(...(await Promise.all(batch)));
  }
  return tokens;
}

async function send({ origin }: Server, token: string, revision: unknown): Promise<Sent> {
  const began = performance.now();
  const body = { data: submission, meta: { revision } };
  const reply = await request(origin, '/submissions', post(token, body, { prefer: 'wait=0' }));
  return {
    reference: text(path(reply?.body, 'data', 'id')),
    isRefused: [429, 503].includes(reply?.status ?? 0) && reply?.headers.has('retry-after') === true,
    token,
    milliseconds: performance.now() - began,
  };
}

async function sendAll(kind: StoreKind, workplace: Workplace) {
  const { processes } = workplace;
  const [sandbox, store] = await Promise.all([startSandbox(processes), openStore(processes, kind)]);
  const server = await startBuiltServer(workplace, sandbox.address, store.address);
  const tokens = await openTokens(server, RATE * SECONDS + AT_ONCE);
  const form = await request(server.origin, '/api/v1/questions', { token: tokens[0] ?? '' });
  const revision = path(form?.body, 'meta', 'revision');
  await sandbox.stop();
  const paced = await Promise.all(
    tokens.slice(0, RATE * SECONDS).map(async (token, index) => {
      await setTimeout((index * 1_000) / RATE);
      return send(server, token, revision);
    }),
  );
  const flood = await Promise.all(tokens.slice(RATE * SECONDS).map((token) => send(server, token, revision)));
  let lost = 0;
  for (const { reference, token } of [...paced, ...flood]) {
    if (reference === null) continue;
    const receipt = await request(server.origin, `/submissions/${reference}`, { token });
    lost += Number(receipt?.status === 404);
  }
  return { paced, flood, lost };
}

async function measureReceipts(kind: StoreKind): Promise<readonly Measured[]> {
  const { paced, flood, lost } = await withWorkplace((workplace) => sendAll(kind, workplace));
  const refused = flood.filter(({ isRefused }) => isRefused);
  const p99 = (sent: readonly Sent[]) => {
    const times = sent.map(({ milliseconds }) => milliseconds);
    return times.length === 0 ? 0 : percentile(times, 0.99);
  };
  const countWithout = (sent: readonly Sent[]) => sent.filter(({ reference }) => reference === null).length;
  const row = (what: string) => `receipts, ${kind}, ${what}`;
  return [
    { row: row(`${RATE} a second: p99`), ours: p99(paced), unit: 'ms', budget: 100 },
    { row: row(`${RATE} a second: without one`), ours: countWithout(paced), budget: 0 },
    { row: row(`${AT_ONCE} at once: refused`), ours: refused.length },
    { row: row(`${AT_ONCE} at once: p99 of the refusals`), ours: p99(refused), unit: 'ms' },
    {
      row: row(`${AT_ONCE} at once: neither a receipt nor a time to come again`),
      ours: countWithout(flood) - refused.length,
      budget: 0,
    },
    { row: row('lost'), ours: lost, budget: 0 },
  ];
}

const receiptsRow: RowGroup = {
  name: 'receipts',
  measure: async () => [...(await measureReceipts('file')), ...(await measureReceipts('postgres'))],
};

export const serverRows: readonly RowGroup[] = [receiptsRow, readingRow, restRow];
