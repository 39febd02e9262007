/** Applications and answers that a checkout of a release takes, so that its store holds what a later one finds. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Environment, type Program, startProgram } from './checkout.ts';

export const PORT = 3977;
export const KEY = 'sandbox-key';
export const ADMIN = 'admin-key-of-a-store-written-before-this';
export const MEDIA = { 'content-type': 'application/vnd.api+json' };
const FORM = '/api/v1/questions?include=conditional_questions';
const JOB = { job: '4712', tenant: 'default' };

export interface Sent {
  readonly reference: string;
  readonly token: string;
  /** null: the service was to make one, which carries the reference. */
  readonly application: string | null;
  readonly answers: readonly Held[];
  readonly state: unknown;
}

/** Of a file the name and the digest of its bytes. */
interface Held {
  readonly question: string;
  readonly value: unknown;
}

export interface Settings {
  readonly port: number;
  readonly environment: Environment;
  readonly sent: readonly Sent[];
}

export const member = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (one, key) => (typeof one === 'object' && one !== null ? Reflect.get(one, key) : undefined),
    value,
  );

export async function ask(
  address: string,
  method: string,
  headers: object,
  body?: object | string,
): Promise<unknown> {
  const content = typeof body === 'object' ? JSON.stringify(body) : (body ?? null);
  const response = await fetch(address, { method, headers: { ...headers }, body: content });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${address} answers ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function startSandbox(checkout: string, store: string, port: number): Promise<Program> {
  const parameters = ['--port', String(port), '--key', KEY, '--data', join(store, 'service.json')];
  return startProgram(checkout, { script: 'sandbox', parameters });
}

export const startServer = (checkout: string, store: string, environment: Environment): Promise<Program> =>
  startProgram(checkout, {
    script: 'dev',
    environment: { APPLY_STORE: `file:${join(store, 'apply.db')}`, ...environment },
  });

export const environment: Environment = {
  PORT: '0',
  APPLY_MODE: 'service',
  APPLY_SERVICE_URL: `http://127.0.0.1:${PORT}`,
  APPLY_SERVICE_KEY: KEY,
  APPLY_SECRET: 'secret-of-a-store-that-was-written-before-this-checkout',
  APPLY_ADMIN_KEY: ADMIN,
  APPLY_PUBLIC_JOBS: 'all',
  APPLY_SEND_SECONDS: '1',
  APPLY_QUIET_SECONDS: '2',
  APPLY_DRAIN_SECONDS: '0',
};

export interface Places {
  readonly server: string;
  readonly sandbox: string;
  /** Bytes of every other file, 300,000 by default. */
  readonly largestFile?: number;
}

const pdf = (number: number, largest: number) =>
  `%PDF-1.7\n% certificate ${number}\n${'x'.repeat(number % 2 === 0 ? largest : 500)}\n%%EOF\n`;
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

async function putFile(
  { server, largestFile = 300_000 }: Places,
  token: string,
  question: string,
  number: number,
): Promise<Held> {
  const name = `certificate ${number}.pdf`;
  const headers = {
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'apply-for': `question ${question}`,
    ...bearer(token),
  };
  const content = pdf(number, largestFile);
  await ask(`${server}/files/${uuid(number)}`, 'PUT', headers, content);
  return {
    question,
    value: { filename: name, sha256: createHash('sha256').update(content).digest('hex') },
  };
}

/** What an applicant has filled in, with files that are staged, and has not sent. */
export interface FilledIn extends Pick<Sent, 'token' | 'application' | 'answers'> {
  readonly body: object;
}

/** An application with its answers and files; `isJob`: the service makes the application. */
export async function fillIn(places: Places, number: number, isJob: boolean): Promise<FilledIn> {
  const { server, sandbox } = places;
  const made = isJob
    ? null
    : await ask(`${sandbox}/_control/applications`, 'POST', {}, { form: 'one-of-each' });
  const application = made === null ? null : String(member(made, 'id'));
  const attributes = application === null ? JOB : { application };
  const session = { data: { type: 'sessions', attributes } };
  const opened = await ask(`${server}/sessions`, 'POST', { ...MEDIA, ...bearer(ADMIN) }, session);
  const token = String(member(opened, 'data', 'attributes', 'token'));
  const form = await ask(`${server}${FORM}`, 'GET', bearer(token));
  const [one, two, three] = await Promise.all([
    putFile(places, token, '2009', 10 * number),
    putFile(places, token, '2010', 10 * number + 1),
    putFile(places, token, '2010', 10 * number + 2),
    // This one stays without a submission.
    putFile(places, token, '2010', 10 * number + 3),
  ]);
  const plain = [
    ['2001', 'boolean_answer', true],
    ['2101', 'text_answer', `follow-up ${number}`],
    ['2002', 'text_answer', `Nurse ${number}`],
    ['2005', 'multiple_choice_answer', ['Part time']],
    ['2007', 'number_answer', String(number)],
  ] as const;
  const files = [one, two, three].map((_, place) => ['2009', '2010', '2010'][place] ?? '');
  const elements = [
    ...plain.map(([question, attribute, value]) => answer(question, { [attribute]: value })),
    ...files.map((question, place) => answer(question, { document: uuid(10 * number + place) })),
  ];
  const person = { first_name: 'Ada', last_name: `Example ${number}`, email: `ada${number}@example.com` };
  const data = [...(isJob ? [{ type: 'applications', attributes: person }] : []), ...elements];
  const body = { data, meta: { revision: member(form, 'meta', 'revision') } };
  const held = plain.map(([question, , value]): Held => ({ question, value }));
  return { token, application, answers: [...held, one, two, three], body };
}

export async function send({ server }: Places, filledIn: FilledIn): Promise<Omit<Sent, 'state'>> {
  const { token, application, answers, body } = filledIn;
  const headers = { ...MEDIA, prefer: 'wait=0', ...bearer(token) };
  const receipt = await ask(`${server}/submissions`, 'POST', headers, body);
  const reference = member(receipt, 'data', 'id');
  if (typeof reference !== 'string') throw new Error(JSON.stringify(receipt));
  return { reference, token, application, answers };
}

export const apply = async (places: Places, number: number, isJob: boolean): Promise<Omit<Sent, 'state'>> =>
  send(places, await fillIn(places, number, isJob));

export const answer = (question: string, attributes: object) => ({
  type: 'answers',
  attributes,
  relationships: { question: { data: { type: 'questions', id: question } } },
});

export async function stateOf(
  { server }: Places,
  { reference, token }: Omit<Sent, 'state'>,
): Promise<unknown> {
  const attributes = member(
    await ask(`${server}/submissions/${reference}`, 'GET', bearer(token)),
    'data',
    'attributes',
  );
  const answers = list(member(attributes, 'answers')).map((one) => member(one, 'state'));
  return {
    state: member(attributes, 'state'),
    application: member(attributes, 'application', 'state') ?? null,
    answers: Object.fromEntries(
      [...new Set(answers)].map((state) => [state, answers.filter((one) => one === state).length]),
    ),
  };
}

/** A token lives a day; the holder of one of a job gets another for the same submission. */
export async function renewed({ server }: Places, sent: Sent): Promise<Sent> {
  const read = await ask(`${server}/submissions/${sent.reference}`, 'GET', bearer(sent.token));
  if (member(read, 'errors', 0, 'code') !== 'token_expired') return sent;
  const { application } = sent;
  const attributes = application === null ? JOB : { application };
  const headers = { ...MEDIA, ...bearer(application === null ? sent.token : ADMIN) };
  const reply = await ask(`${server}/sessions`, 'POST', headers, { data: { type: 'sessions', attributes } });
  return { ...sent, token: String(member(reply, 'data', 'attributes', 'token')) };
}

/** First some of each kind whose end is unclear, then nothing is answered. */
export const disturb = [
  { path: '/api/v1/answers', method: 'POST', reply: 'drop', commit: 'now', requests: 2 },
  { path: '/api/v1/answers', method: 'POST', reply: 'drop', commit: 'none', requests: 2 },
  { path: '/api/v1/applications', method: 'POST', reply: 'drop', commit: 'now', requests: 1 },
  { path: '/api/v1/applications', method: 'POST', reply: 'drop', commit: 'none', requests: 1 },
  { path: '/api/v1/answers', method: null, reply: 503, commit: 'none' },
  { path: '/api/v1/applications', method: null, reply: 503, commit: 'none' },
];

const same = ({ question, value }: Held, there: unknown): boolean => {
  if (member(there, 'question') !== question) return false;
  const sha256 = member(value, 'sha256');
  const found = member(there, 'value');
  if (sha256 === undefined) return JSON.stringify(found) === JSON.stringify(value);
  return member(found, 'sha256') === sha256 && member(found, 'filename') === member(value, 'filename');
};

export async function judge(sandbox: string, sent: readonly Sent[]) {
  const held = list(await ask(`${sandbox}/_control/answers`, 'GET', {}));
  const service = `${sandbox}/api/v1/applications?sort=id&page[size]=1000`;
  const made = list(member(await ask(service, 'GET', { 'x-api-key': KEY }), 'data'));
  const figures = sent.map(({ reference, application, answers }) => {
    const own = made
      .filter((one) => member(one, 'attributes', 'external_system_reference') === reference)
      .map((one) => String(member(one, 'id')));
    const ids = application === null ? own : [application];
    const there = held.filter((one) => ids.includes(String(member(one, 'application'))));
    const missing = answers.filter((one) => !there.some((other) => same(one, other))).length;
    const again = Math.max(0, there.length - (answers.length - missing));
    return { answers: answers.length, missing, tooMany: again + Math.max(0, ids.length - 1) };
  });
  const sum = (name: 'answers' | 'missing' | 'tooMany') =>
    figures.reduce((total, one) => total + one[name], 0);
  return { answers: sum('answers'), missing: sum('missing'), tooMany: sum('tooMany') };
}
