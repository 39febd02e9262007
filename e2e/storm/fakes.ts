/**
 * Fake applications as fast as the server lets them, in a process of their own; nine of ten ignore a challenge, each
 * fourth leaves a file behind. Prints one JSON object at the end.
 *   node --import tsx e2e/storm/fakes.ts '{"server": ADDRESS, "count": N, "addresses": N, "seconds": N}'
 */
import { randomUUID } from 'node:crypto';
import { setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { at, parseJson } from '../../src/sandbox/json.ts';
import { print } from '../../src/server/app/print.ts';
import { type Line, type LineOutcome, MEDIA, openLine } from '../load/line.ts';
import { isChallenged, isForNow, isGranted, solve, wordsOf } from './answered.ts';
import { JOB, ORIGIN, sessionFor, submissionOf, textsOf } from './form.ts';

export interface FakesWish {
  readonly server: string;
  readonly count: number;
  readonly addresses: number;
  readonly seconds: number;
}

export interface FakesResult {
  readonly receipts: number;
  /** Of these, those that solved a challenge. */
  readonly solved: number;
  readonly files: number;
  /** By what was asked and what came, as `POST submissions 429 queue_full`. */
  readonly replies: Readonly<Record<string, number>>;
}

/** At work at once. */
const WORKERS = 100;
/** One of so many solves challenges; one of so many brings a file. */
const [SOLVING, WITH_FILE] = [10, 4];
/** Bytes. */
const FILE = 100_000;
/** Milliseconds until the next try where there was no reply at all. */
const PAUSE = 100;

/** How much the system prefers others (`nice`): in the world they have machines of their own. */
const NICE = 10;

interface Fake {
  readonly number: number;
  readonly headers: Readonly<Record<string, string>>;
  token: string | null;
  isFileThere: boolean;
}

const document = new TextEncoder().encode(`%PDF-1.7\n${'x'.repeat(FILE)}\n%%EOF\n`);

/** Each in a network of its own. */
const addressOf = (number: number): string => `100.${64 + (number >> 8)}.${number & 255}.9`;

function createStorm(line: Line, end: number) {
  const replies = new Map<string, number>();
  const count = { receipts: 0, solved: 0, files: 0 };
  let revision = '';

  async function send(call: Parameters<Line['send']>[0]): Promise<LineOutcome> {
    const outcome = await line.send(call);
    const words = `${call.method} ${call.path.split('/')[1]?.split('?')[0]} ${wordsOf(outcome)}`;
    replies.set(words, (replies.get(words) ?? 0) + 1);
    if (!outcome.ok) await setTimeout(PAUSE);
    return outcome;
  }

  async function open(fake: Fake): Promise<boolean> {
    if (fake.token !== null) return true;
    const body = sessionFor({ job: JOB, tenant: 'default' });
    const outcome = await send({ method: 'POST', path: '/sessions', headers: fake.headers, body });
    const token = outcome.ok ? at(outcome.value.body, 'data', 'attributes', 'token') : null;
    if (typeof token === 'string') fake.token = token;
    return fake.token !== null;
  }

  /** The form is the same for all. */
  async function findRevision(headers: Fake['headers']): Promise<string> {
    if (revision !== '') return revision;
    const outcome = await send({ method: 'GET', path: '/api/v1/questions', headers });
    const read = outcome.ok ? at(outcome.value.body, 'meta', 'revision') : null;
    if (typeof read === 'string') revision = read;
    return revision;
  }

  async function leaveFile(fake: Fake, headers: Fake['headers']): Promise<void> {
    if (fake.isFileThere || fake.number % WITH_FILE !== 0) return;
    const purpose = { 'apply-for': 'cv', 'content-disposition': "attachment; filename*=UTF-8''cv.pdf" };
    const call = { method: 'PUT', path: `/files/${randomUUID()}`, body: document } as const;
    const outcome = await send({ ...call, headers: { ...headers, ...purpose } });
    fake.isFileThere = true;
    if (outcome.ok && isGranted(outcome.value)) count.files += 1;
  }

  /** Whether nothing more comes of it. */
  async function attack(fake: Fake): Promise<boolean> {
    if (!(await open(fake))) return false;
    const headers = { ...fake.headers, authorization: `Bearer ${fake.token}`, prefer: 'wait=0' };
    await leaveFile(fake, headers);
    const name = `fake ${fake.number}`;
    const wish = {
      texts: textsOf(name),
      revision: await findRevision(headers),
      email: `${name.replace(' ', '.')}@example.net`,
    };
    const post = (solution: string | null) =>
      send({ method: 'POST', path: '/submissions', headers, body: submissionOf({ ...wish, solution }) });
    const first = await post(null);
    const isSolving = fake.number % SOLVING === 0;
    if (first.ok && isChallenged(first) && isSolving) {
      const last = await post(await solve(line, first.value, headers));
      if (last.ok && isGranted(last.value)) count.solved += 1;
      return settle(last);
    }
    return settle(first);
  }

  function settle(outcome: LineOutcome): boolean {
    if (outcome.ok && isGranted(outcome.value)) count.receipts += 1;
    return !isForNow(outcome);
  }

  return {
    /** One after the other, those that were refused for now once more behind all others. */
    async work(queue: Fake[]): Promise<void> {
      for (let fake = queue.shift(); fake !== undefined; fake = queue.shift()) {
        if (performance.now() > end) return;
        if (!(await attack(fake))) queue.push(fake);
      }
    },
    result: (): FakesResult => ({ ...count, replies: Object.fromEntries([...replies].sort()) }),
  };
}

function readWish(): FakesWish {
  const wish = parseJson(process.argv[2] ?? '');
  const number = (name: string) => Number(at(wish, name));
  return {
    server: String(at(wish, 'server')),
    count: number('count'),
    addresses: number('addresses'),
    seconds: number('seconds'),
  };
}

setPriority(NICE);
const { server, count, addresses, seconds } = readWish();
const line = openLine([server]);
const storm = createStorm(line, performance.now() + seconds * 1_000);
const queue: Fake[] = Array.from({ length: count }, (_, number) => ({
  number,
  headers: { ...MEDIA, origin: ORIGIN, 'x-forwarded-for': addressOf(number % addresses) },
  token: null,
  isFileThere: false,
}));
await Promise.all(Array.from({ length: WORKERS }, () => storm.work(queue)));
await line.close();
print(`Fakes  ${JSON.stringify(storm.result())}`);
