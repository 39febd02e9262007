/** An applicant with a browser, who answers the sample form `one-of-each` and retries until there is a receipt. */
import { createHash, randomUUID } from 'node:crypto';
import { list, path } from '../../src/core/jsonapi/json.ts';
import type { SandboxProcess } from './sandbox-process.ts';

interface GivenAnswer {
  readonly question: string;
  /** The attributes that the browser sends. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The value that the sandbox's control must show: for a file its name and a hash of its bytes. */
  readonly stored: unknown;
  readonly file?: { readonly id: string; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };
}

/** A receipt, with the content that it promises to deliver. */
export interface Receipt {
  readonly reference: string;
  readonly token: string;
  /** null in job mode, where the application has the reference. */
  readonly application: string | null;
  readonly answers: readonly GivenAnswer[];
}

type Reply = { readonly status: number; readonly headers: Headers; readonly body: unknown } | null;

export interface Call {
  readonly method?: string;
  readonly token: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | Uint8Array<ArrayBuffer>;
}

export interface ApplicantOptions {
  /** Sends a request to a running server; null if no reply came, or half of one. */
  readonly ask: (path: string, call: Call) => Promise<Reply>;
  readonly random: () => number;
  readonly sandbox: Pick<SandboxProcess, 'applyTo'>;
  readonly adminKey: string;
}

const FORM = 'one-of-each';
const JOB = '4712';
/** Bytes of the larger files: several network packets. */
const LARGE = 300_000;
/** Milliseconds between two tries. They are shorter than a browser's first pauses. */
const PAUSE = 60;
/** Number of tries. With the pauses they take about two minutes, far longer than any server is down. */
const MOST_TRIES = 1_500;
const MEDIA = { 'content-type': 'application/vnd.api+json' };

/** Applies, from the first page view to the receipt. */
export async function apply(options: ApplicantOptions): Promise<Receipt> {
  const { random, sandbox, adminKey } = options;
  const application = random() < 0.5 ? await sandbox.applyTo(FORM) : null;
  const answers = answerForm(random);
  const attributes = application === null ? { job: JOB, tenant: 'default' } : { application };
  const session = { data: { type: 'sessions', attributes } };
  const opened = await retry(options, '/sessions', post(adminKey, session));
  const token = String(path(opened, 'data', 'attributes', 'token'));
  const form = await retry(options, '/api/v1/questions?include=conditional_questions', { token });
  await putFiles(options, token, answers);
  const submission = {
    data: [...(application === null ? [person] : []), ...answers.map(writeAnswer)],
    meta: { revision: path(form, 'meta', 'revision') },
  };
  const send = async () => {
    const call = post(token, submission, { prefer: random() < 0.5 ? 'wait=8' : 'wait=0' });
    return String(path(await retry(options, '/submissions', call, answers), 'data', 'id'));
  };
  // Sometimes the applicant sends from two tabs at once.
  const references = await Promise.all(random() < 0.15 ? [send(), send()] : [send()]);
  const [reference = ''] = references;
  if (references.some((other) => other !== reference))
    throw new Error(`The same content has several receipts: ${references.join(' ')}`);
  return { answers, reference, token, application };
}

export const post = (token: string, body: object, headers = {}): Call => ({
  method: 'POST',
  token,
  headers: { ...MEDIA, ...headers },
  body,
});

export const person = {
  type: 'applications',
  attributes: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
};

export const writeAnswer = ({ question, attributes }: Pick<GivenAnswer, 'question' | 'attributes'>) => ({
  type: 'answers',
  attributes,
  relationships: { question: { data: { type: 'questions', id: question } } },
});

async function putFiles(options: ApplicantOptions, token: string, answers: readonly GivenAnswer[]) {
  for (const { question, file } of answers) {
    if (file === undefined) continue;
    const headers = {
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'apply-for': `question ${question}`,
    };
    await retry(options, `/files/${file.id}`, { method: 'PUT', token, headers, body: file.bytes });
  }
}

/** Repeats a request until it succeeds. @param answers their files are uploaded again if the proxy has lost them */
async function retry(
  options: ApplicantOptions,
  address: string,
  call: Call,
  answers: readonly GivenAnswer[] = [],
): Promise<unknown> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const reply = await options.ask(address, call);
    if (reply !== null && reply.status < 300) return reply.body;
    const code = path(list(path(reply?.body, 'errors'))[0], 'code');
    const isTemporary = reply === null || reply.status === 429 || reply.status >= 500;
    if (code === 'file_missing') await putFiles(options, call.token, answers);
    else if (!isTemporary) throw new Error(`${address} answers ${reply.status} ${code}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new Error(`${address} did not answer after all tries.`);
}

export async function request(address: string, target: string, call: Call): Promise<Reply> {
  const { method = 'GET', token, headers = {}, body } = call;
  try {
    const response = await fetch(`${address}${target}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: body === undefined || body instanceof Uint8Array ? (body ?? null) : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  } catch {
    return null;
  }
}

/** Answers two to five questions with their follow-ups, in the order of the form. */
function answerForm(random: () => number): readonly GivenAnswer[] {
  const groups = answerAll(random);
  const wanted = 2 + Math.floor(random() * 4);
  const indexes = [...groups.keys()].sort(() => random() - 0.5).slice(0, wanted);
  return indexes.sort((left, right) => left - right).flatMap((index) => groups[index] ?? []);
}

/** Groups answers by question; follow-ups must arrive after the first answer of their group, and never without it. */
function answerAll(random: () => number): readonly (readonly GivenAnswer[])[] {
  const number = () => Math.floor(random() * 1e9);
  const words = () => `word ${number()}`;
  return [
    [answer('2001', 'boolean', true), answer('2101', 'text', words()), answer('2104', 'text', words())],
    [answer('2002', 'text', words())],
    [answer('2003', 'text', `${words()}\n${words()}`)],
    [answer('2004', 'url', `https://example.com/${number()}`)],
    [answer('2005', 'multiple_choice', [random() < 0.5 ? 'Part time' : 'Either'])],
    [answer('2006', 'multiple_choice', ['Days', 'Weekends'])],
    [answer('2007', 'number', String(number() % 1000))],
    [answer('2008', 'date', '2026-02-28')],
    [document('2009', words(), random() < 0.2)],
    [document('2010', words(), false), document('2010', words(), random() < 0.2)],
    [range('2011', '2020-01-01', '2024-02-29')],
  ];
}

function answer(question: string, kind: string, value: unknown): GivenAnswer {
  return { question, attributes: { [`${kind}_answer`]: value }, stored: value };
}

function range(question: string, from: string, to: string): GivenAnswer {
  return { question, attributes: { date_from_answer: from, date_to_answer: to }, stored: { from, to } };
}

function document(question: string, words: string, isLarge: boolean): GivenAnswer {
  const filling = 'x'.repeat(isLarge ? LARGE : 500);
  const bytes = new TextEncoder().encode(`%PDF-1.7\n% ${words}\n${filling}\n%%EOF\n`);
  const file = { id: randomUUID(), name: `certificate ${words}.pdf`, bytes };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { question, attributes: { document: file.id }, stored: { filename: file.name, sha256 }, file };
}
