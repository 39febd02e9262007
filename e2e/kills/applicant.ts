/** One applicant with a browser: asks until there is an answer, and remembers what was promised. */
import type { Random } from '../../src/sandbox/faults/disturbance.ts';
import { at, parseJson } from '../../src/sandbox/json.ts';
import { answerForm, FORM, type GivenAnswers, type GivenFile, JOB } from './answer-form.ts';
import type { SandboxProcess } from './sandbox-process.ts';

/** What stands on a receipt, and what it stands for. */
export interface Promised extends GivenAnswers {
  readonly reference: string;
  readonly token: string;
  /** null: job mode, the application carries the reference. */
  readonly application: string | null;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export interface Call {
  readonly method?: string;
  readonly token: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | Uint8Array<ArrayBuffer>;
}

/** One request to whichever server is up; null: no reply came, or half of one. */
export type Ask = (path: string, call: Call) => Promise<Reply | null>;

export interface World {
  readonly ask: Ask;
  readonly random: Random;
  readonly sandbox: Pick<SandboxProcess, 'applyTo'>;
  readonly adminKey: string;
}

/** Milliseconds between two tries: a browser's first pauses, shorter. */
const PAUSE = 60;
/** Tries: with the pauses about two minutes, far longer than any server is down here. */
const MOST_TRIES = 1_500;

const MEDIA = { 'content-type': 'application/vnd.api+json' };

/** From the first page view to the receipt. */
export async function apply(world: World): Promise<Promised> {
  const { random, sandbox } = world;
  const application = random() < 0.5 ? await sandbox.applyTo(FORM) : null;
  const given = answerForm(random);
  const token = await openSession(world, application);
  const form = await insist(world, '/api/v1/questions?include=conditional_questions', { token });
  for (const file of given.files) await putFile(world, token, file);
  const body = submissionOf(given, application === null, String(at(form, 'meta', 'revision')));
  const send = () => submit(world, token, { body, files: given.files });
  // Now and then from two tabs at once.
  const tabs = random() < 0.15 ? [send(), send()] : [send()];
  const references = new Set(await Promise.all(tabs));
  const [reference = ''] = references;
  if (references.size !== 1)
    throw new Error(`One content has several receipts: ${[...references].join(' ')}`);
  return { ...given, reference, token, application };
}

async function openSession(world: World, application: string | null): Promise<string> {
  const attributes = application === null ? { job: JOB, tenant: 'default' } : { application };
  const call = {
    method: 'POST',
    token: world.adminKey,
    headers: MEDIA,
    body: { data: { type: 'sessions', attributes } },
  };
  return String(at(await insist(world, '/sessions', call), 'data', 'attributes', 'token'));
}

function putFile(world: World, token: string, { id, name, question, bytes }: GivenFile): Promise<unknown> {
  const headers = {
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'apply-for': `question ${question}`,
  };
  return insist(world, `/files/${id}`, { method: 'PUT', token, headers, body: bytes });
}

interface ToSend {
  readonly body: object;
  readonly files: readonly GivenFile[];
}

/** The same content again until there is a receipt; files that are gone are put there again, as a form asks for. */
async function submit(world: World, token: string, { body, files }: ToSend): Promise<string> {
  const prefer = world.random() < 0.5 ? 'wait=8' : 'wait=0';
  const call = { method: 'POST', token, headers: { ...MEDIA, prefer }, body };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const reply = await world.ask('/submissions', call);
    if (reply?.status === 200 || reply?.status === 202) return String(at(reply.body, 'data', 'id'));
    if (codeOf(reply) === 'file_missing') for (const file of files) await putFile(world, token, file);
    else if (!isForNow(reply)) throw new Error(`/submissions answers ${reply?.status} ${codeOf(reply)}`);
    await pause();
  }
  throw new Error('/submissions gives no receipt');
}

/** Until it is granted. */
async function insist(world: World, path: string, call: Call): Promise<unknown> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const reply = await world.ask(path, call);
    if (reply !== null && reply.status < 300) return reply.body;
    if (!isForNow(reply)) throw new Error(`${path} answers ${reply?.status} ${codeOf(reply)}`);
    await pause();
  }
  throw new Error(`${path} does not answer`);
}

const isForNow = (reply: Reply | null): boolean =>
  reply === null || reply.status === 429 || reply.status >= 500;

const codeOf = (reply: Reply | null): unknown => {
  const errors = at(reply?.body, 'errors');
  return Array.isArray(errors) ? at(errors[0], 'code') : null;
};

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

function submissionOf({ answers }: GivenAnswers, isJob: boolean, revision: string): object {
  const person = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  const details = isJob ? [{ type: 'applications', attributes: person }] : [];
  const elements = answers.map(({ question, attributes }) => ({
    type: 'answers',
    attributes,
    relationships: { question: { data: { type: 'questions', id: question } } },
  }));
  return { data: [...details, ...elements], meta: { revision } };
}

/** One request; null: no reply, or half of one. */
export async function request(address: string, path: string, call: Call): Promise<Reply | null> {
  const { method = 'GET', token, headers = {}, body } = call;
  try {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: body === undefined || body instanceof Uint8Array ? (body ?? null) : JSON.stringify(body),
    });
    return { status: response.status, body: parseJson(await response.text()) };
  } catch {
    return null;
  }
}
