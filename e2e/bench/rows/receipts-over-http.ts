/**
 * What an applicant waits for a receipt while the service is down: a server in a process of its own, its store a file,
 * 200 submissions a second whether or not earlier ones are answered; and of the first ones of an outage, which ask to
 * wait for the delivery, before a service that refuses connections and before one that never answers.
 */
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { at } from '../../../src/sandbox/json.ts';
import { type Call, request } from '../../kills/applicant.ts';
import type { Processes, StartedProcess } from '../../kills/processes.ts';
import { withFileStore } from '../counted-server.ts';
import { median } from '../median.ts';
import { percentile } from '../percentile.ts';
import type { Measured, RowGroup } from '../row.ts';

/** A second. */
const RATE = 200;
const WARM = 200;
const COUNT = 1_000;
const ADMIN_KEY = 'the-admin-key-of-the-measured-server';
const MEDIA = { 'content-type': 'application/vnd.api+json' };

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const receiptsOverHttpRow: RowGroup = {
  name: 'receipts-http',
  measure: () => withFileStore(measure),
};

async function measure(processes: Processes, store: string): Promise<readonly Measured[]> {
  const sandbox = processes.start({
    args: ['--import', 'tsx', script('../../../src/cli/sandbox.ts'), '--port', '0'],
    ready: /Sandbox {2}(\S+)/,
  });
  const environment = environmentOf(await addressOf(sandbox), store);
  const server = startServer(processes, environment);
  const address = await addressOf(server);
  const tokens: string[] = [];
  for (let count = 0; count < WARM + COUNT + 2; count += 1) tokens.push(await openSession(address));
  const [token = '', other = ''] = tokens.splice(0, 2);
  const form = await ask(address, '/api/v1/questions?include=conditional_questions', { token });
  const body = submissionOf(String(at(form, 'meta', 'revision')));
  await sandbox.kill();
  const refused = await timeOf(() => sendWaiting(address, token, body));
  await sendAll(address, tokens.slice(0, WARM), body);
  const waits = await sendAll(address, tokens.slice(WARM), body);
  await server.kill();
  const hanging = await measureHanging(processes, environment, { token: other, body });
  const row = `receipts over HTTP, service down, ${RATE} a second`;
  const common = { handWritten: null, unit: 'ms', budget: null } as const;
  return [
    { row: `${row}, median`, widget: median(waits), ...common },
    { row: `${row}, p99`, widget: percentile(waits, 0.99), ...common },
    { row: 'first receipt of an outage, connections refused', widget: refused, ...common },
    { row: 'first receipt of an outage, service hanging', widget: hanging, ...common },
  ];
}

const startServer = (processes: Processes, environment: Readonly<Record<string, string>>): StartedProcess =>
  processes.start({
    args: ['--import', 'tsx', script('../../../src/server/app/main.ts')],
    environment,
    ready: /Apply Form {2}(\S+)/,
  });

/** A process that has read nothing itself, on the store of one that had. */
async function measureHanging(
  processes: Processes,
  environment: Readonly<Record<string, string>>,
  { token, body }: { readonly token: string; readonly body: object },
): Promise<number> {
  const service = createServer(() => undefined);
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  processes.afterwards(async () => void service.close());
  const place = service.address();
  const port = typeof place === 'object' && place !== null ? place.port : 0;
  const hanging = { ...environment, APPLY_SERVICE_URL: `http://127.0.0.1:${port}` };
  const address = await addressOf(startServer(processes, hanging));
  return timeOf(() => sendWaiting(address, token, body));
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** As a page does: it would like to hear of the delivery. */
const sendWaiting = (address: string, token: string, body: object): Promise<unknown> =>
  ask(address, '/submissions', { method: 'POST', token, headers: { ...MEDIA, prefer: 'wait=8' }, body });

async function addressOf(started: StartedProcess): Promise<string> {
  const address = (await started.ready)?.[1];
  if (address === undefined) throw new Error(`It does not start: ${started.complaint()}`);
  return address;
}

const environmentOf = (sandbox: string, store: string): Readonly<Record<string, string>> => ({
  PORT: '0',
  APPLY_SERVICE_URL: sandbox,
  APPLY_SERVICE_KEY: 'sandbox-key',
  APPLY_SECRET: 'the secret of the measured server',
  APPLY_ADMIN_KEY: ADMIN_KEY,
  APPLY_PUBLIC_JOBS: 'all',
  APPLY_STORE: store,
  // Each applicant has an address of their own.
  APPLY_TRUST_PROXY: '1',
});

/** Of the sample form `one-of-each`. */
async function openSession(address: string): Promise<string> {
  const body = { data: { type: 'sessions', attributes: { job: '4712', tenant: 'default' } } };
  const made = await ask(address, '/sessions', { method: 'POST', token: ADMIN_KEY, headers: MEDIA, body });
  return String(at(made, 'data', 'attributes', 'token'));
}

async function ask(address: string, path: string, call: Call): Promise<unknown> {
  const reply = await request(address, path, call);
  if (reply === null || reply.status > 202)
    throw new Error(`${path} answers ${reply?.status}: ${JSON.stringify(reply?.body)}`);
  return reply.body;
}

/** Milliseconds from the moment at which each was to be sent: who is sent late has waited, too. */
function sendAll(address: string, tokens: readonly string[], body: object): Promise<readonly number[]> {
  const start = performance.now();
  return Promise.all(
    tokens.map(async (token, place) => {
      const due = start + (place * 1_000) / RATE;
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      const from = `10.0.${place >> 8}.${place & 255}`;
      const headers = { ...MEDIA, prefer: 'wait=0', 'x-forwarded-for': from };
      await ask(address, '/submissions', { method: 'POST', token, headers, body });
      return performance.now() - due;
    }),
  );
}

const sentence = 'A sentence or two that an applicant may write. '.repeat(3);

const answers = [
  ['2001', { boolean_answer: true }],
  ['2101', { text_answer: sentence }],
  ['2104', { text_answer: sentence }],
  ['2002', { text_answer: sentence }],
  ['2003', { text_answer: sentence }],
  ['2004', { url_answer: 'https://example.com/about-me' }],
  ['2005', { multiple_choice_answer: ['Part time'] }],
  ['2006', { multiple_choice_answer: ['Days', 'Weekends'] }],
  ['2007', { number_answer: '38.5' }],
  ['2008', { date_answer: '2026-02-28' }],
  ['2011', { date_from_answer: '2020-01-01', date_to_answer: '2024-02-29' }],
] as const;

/** Eleven answers to the sample form `one-of-each`, with the details of a visitor. */
export const submissionOf = (revision: string): object => ({
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
