/**
 * Receipts while the service is down: at 20 a second, then all at once, more than the server lets in. Each submission has
 * a receipt or is told when to come again, and every receipt is for something that is there.
 */
import { setTimeout } from 'node:timers/promises';
import { at } from '../../../src/sandbox/json.ts';
import { Processes } from '../../kills/processes.ts';
import { startSandbox } from '../../kills/sandbox-process.ts';
import { openStore } from '../../kills/store.ts';
import { MEDIA, openSession, startBuiltServer } from '../built-server.ts';
import { type Measured, percentile, type RowGroup } from '../row.ts';

const JOB = '4712';
const [RATE, SECONDS, AT_ONCE] = [20, 10, 1_000];
/** Sessions that are opened at once. */
const OPENED = 20;

interface Sent {
  /** null: no reply. */
  readonly status: number | null;
  readonly hasRetryAfter: boolean;
  /** null: no receipt. */
  readonly reference: string | null;
  readonly token: string;
  readonly milliseconds: number;
}

const answers = [
  ['2001', { boolean_answer: false }],
  ['2002', { text_answer: 'Nurse' }],
] as const;

const bodyOf = (revision: unknown) =>
  JSON.stringify({
    data: [
      {
        type: 'applications',
        attributes: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
      },
      ...answers.map(([id, attributes]) => ({
        type: 'answers',
        attributes,
        relationships: { question: { data: { type: 'questions', id } } },
      })),
    ],
    meta: { revision },
  });

async function openTokens(address: string, count: number): Promise<readonly string[]> {
  const tokens: string[] = [];
  while (tokens.length < count)
    tokens.push(
      ...(await Promise.all(Array.from({ length: OPENED }, () => openSession(address, { job: JOB })))),
    );
  return tokens.slice(0, count);
}

const get = (address: string, token: string) =>
  fetch(address, { headers: { authorization: `Bearer ${token}` } });

async function send(address: string, token: string, body: string): Promise<Sent> {
  const began = performance.now();
  const headers = { ...MEDIA, authorization: `Bearer ${token}`, prefer: 'wait=0' };
  const reply = await fetch(`${address}/submissions`, { method: 'POST', headers, body }).catch(() => null);
  const reference = reply?.ok ? at(await reply.json(), 'data', 'id') : null;
  return {
    status: reply?.status ?? null,
    hasRetryAfter: reply?.headers.has('retry-after') ?? false,
    reference: typeof reference === 'string' ? reference : null,
    token,
    milliseconds: performance.now() - began,
  };
}

async function measureStore(kind: 'file' | 'postgres', processes: Processes): Promise<readonly Measured[]> {
  const [sandbox, store] = await Promise.all([startSandbox(processes), openStore(processes, kind)]);
  const { address } = await startBuiltServer(processes, { service: sandbox.address, store: store.address });
  const tokens = await openTokens(address, RATE * SECONDS + AT_ONCE);
  const questions = await get(`${address}/api/v1/questions`, tokens[0] ?? '');
  const body = bodyOf(at(await questions.json(), 'meta', 'revision'));
  await sandbox.stop();
  const paced = await Promise.all(
    tokens.slice(0, RATE * SECONDS).map(async (token, place) => {
      await setTimeout((place * 1_000) / RATE);
      return send(address, token, body);
    }),
  );
  const flood = await Promise.all(tokens.slice(RATE * SECONDS).map((token) => send(address, token, body)));
  const receipts = [...paced, ...flood].filter(({ reference }) => reference !== null);
  let lost = 0;
  for (const { reference, token } of receipts) {
    const look = await get(`${address}/submissions/${reference}`, token);
    lost += Number(look.status === 404);
  }
  const refused = flood.filter(
    ({ status, hasRetryAfter }) => (status === 503 || status === 429) && hasRetryAfter,
  );
  const times = (sent: readonly Sent[]) => sent.map(({ milliseconds }) => milliseconds);
  const count = (what: string, ours: number): Measured => {
    return { row: `receipts, ${kind}, ${what}`, ours, beside: null, unit: '', budget: 0 };
  };
  return [
    {
      row: `receipts, ${kind}, ${RATE} a second: p99`,
      ours: percentile(times(paced), 0.99),
      beside: null,
      unit: 'ms',
      budget: 100,
    },
    count(`${RATE} a second: without one`, paced.filter(({ reference }) => reference === null).length),
    { ...count(`${AT_ONCE} at once: refused`, refused.length), budget: null },
    {
      row: `receipts, ${kind}, ${AT_ONCE} at once: p99 of the refusals`,
      ours: refused.length === 0 ? 0 : percentile(times(refused), 0.99),
      beside: null,
      unit: 'ms',
      budget: null,
    },
    count(
      `${AT_ONCE} at once: neither a receipt nor a time to come again`,
      flood.filter((one) => one.reference === null && !refused.includes(one)).length,
    ),
    count('lost', lost),
  ];
}

export const receiptsRow: RowGroup = {
  name: 'receipts',
  async measure() {
    const measured: Measured[] = [];
    for (const kind of ['file', 'postgres'] as const) {
      const processes = new Processes();
      try {
        measured.push(...(await measureStore(kind, processes)));
      } finally {
        await processes.end();
      }
    }
    return measured;
  },
};
