/**
 * What the form does where the proxy asks a visitor for a challenge: it solves it, or has the host's page give a token,
 * and sends the same again. Loaded where it is asked for.
 */
import { path } from '../../core/jsonapi/json.ts';
import type { Outcome } from '../../core/model/failure.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { WritableForm } from '../../form/contract.ts';
import type { Host } from '../host/host.ts';
import { inTime, type Trouble } from '../proxy/request.ts';
import type { FillingTools } from '../proxy/session.ts';
import type { Sending } from '../proxy/submissions.ts';

export type ChallengeTools = Pick<FillingTools, 'messages' | 'signal'> & {
  readonly host: Pick<Host, 'settings'>;
};

interface Asked {
  readonly form: WritableForm;
  readonly sent: Sending;
  /** The refusal, which may ask for it. */
  readonly trouble: Trouble;
}

/** Its step may have risen while it was solved, and a token may not be taken. */
const ROUNDS = 3;
/** Milliseconds for the host's page, which may ask the applicant something. */
const PATIENCE = 120_000;
/** Seconds after which the form sends again by itself what it could not solve. */
const LATER = 60;

/** @param send again, with what was found */
export async function answerChallenge(
  tools: ChallengeTools,
  { form, sent, trouble }: Asked,
  send: (again: Sending) => Promise<Outcome<Submission, Trouble>>,
): Promise<Outcome<Submission, Trouble>> {
  let last = trouble;
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = readAsked(last);
    if (!asked) return { ok: false, error: last };
    form.submission.value = { kind: 'sending', step: tools.messages().text('challenge.solving') };
    const token = round === 0 && asked.byHost ? await tokenOfHost(tools) : null;
    const challenge = token ?? (await ownProof(asked.challenge, tools.signal));
    if (challenge === null) break;
    form.submission.value = { kind: 'sending' };
    const outcome = await send({ ...sent, beside: { ...sent.beside, challenge } });
    if (outcome.ok) return outcome;
    last = outcome.error;
  }
  // As a proxy that is busy: the form says so, keeps everything and tries again.
  return { ok: false, error: { status: 503, document: null, retryAfter: LATER } };
}

/** null: the refusal is another one. */
function readAsked(trouble: Trouble) {
  const meta = path(trouble, 'document', 'meta');
  const given = path(meta, 'challenge', 'attributes');
  const text = (name: string) => `${path(given, name)}`;
  const maxnumber = Number(path(given, 'maxnumber'));
  if (text('algorithm') !== 'SHA-256' || !(maxnumber > 0)) return null;
  const [challenge, salt, signature] = [text('challenge'), text('salt'), text('signature')];
  return { challenge: { challenge, salt, signature, maxnumber }, byHost: path(meta, 'callback') === true };
}

async function ownProof(asked: Challenge, signal: AbortSignal): Promise<string | null> {
  const { maxnumber: _most, ...given } = asked;
  const number = await solve(asked, signal);
  return number === null ? null : btoa(JSON.stringify({ algorithm: 'SHA-256', ...given, number }));
}

/** null: our own proof is used. */
async function tokenOfHost({ host }: ChallengeTools): Promise<string | null> {
  const ask = host.settings().challenge;
  if (typeof ask !== 'function') return null;
  const given = await inTime(async () => ask(), PATIENCE);
  return given.ok && typeof given.value === 'string' && given.value ? given.value : null;
}

/*
 * The number of a challenge is found in slices, between which the page does all else. No worker: browsers refuse one from
 * another origin, policies one from a `blob:`, and our own pages, which turn no text into an address of a script, any.
 */

type Challenge = Readonly<Record<'challenge' | 'salt' | 'signature', string>> & {
  readonly maxnumber: number;
};

/** Milliseconds of one slice, and numbers between two looks at the clock: under one more on a slow phone. */
const SLICE = 8;
const BETWEEN = 32;

/** A timer would wait for a second in a tab that is not seen. */
const pause = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });

/** @returns null where no number solves it, or its form has gone */
export async function solve(
  { salt, challenge, maxnumber }: Omit<Challenge, 'signature'>,
  signal: AbortSignal,
): Promise<number | null> {
  const hash = new Int32Array(8);
  const wanted = hash.map((_, word) => Number.parseInt(challenge.slice(word * 8, word * 8 + 8), 16));
  if (`${salt}${maxnumber}`.length > LONGEST) return null;
  let number = 0;
  while (number <= maxnumber && !signal.aborted) {
    const end = performance.now() + SLICE;
    do {
      for (let left = BETWEEN; left > 0; left -= 1, number += 1) {
        sha256(`${salt}${number}`, hash);
        if (hash[0] === wanted[0] && hash.every((word, place) => word === wanted[place])) return number;
      }
    } while (number <= maxnumber && performance.now() < end);
    await pause();
  }
  return null;
}

/*
 * SHA-256 (FIPS 180-4) of one block, without a wait: `crypto.subtle` answers each hash by a task of its own, which takes
 * a hundred times as long as the hash.
 */

/** Characters of ASCII that fit into one block, beside its end and its length. */
const LONGEST = 55;
/** Of words: a block, and the hash. */
const [BLOCK, STEPS, WORDS] = [16, 64, 8];

/** The first 32 bits of the fractions of square and cube roots of the first primes. */
const fraction = (root: number) => (root * 2 ** 32) | 0;
const first = new Int32Array(WORDS);
const constants = new Int32Array(STEPS);
for (let candidate = 2, found = 0; found < STEPS; candidate += 1) {
  let divisor = 2;
  while (candidate % divisor) divisor += 1;
  if (divisor < candidate) continue;
  if (found < WORDS) first[found] = fraction(candidate ** (1 / 2));
  constants[found++] = fraction(candidate ** (1 / 3));
}

const schedule = new Int32Array(STEPS);

/** @param text at most `LONGEST` characters of ASCII; the hash is written into `hash`, as eight words */
export function sha256(text: string, hash: Int32Array): void {
  const words = schedule;
  const { length } = text;
  for (let word = 0; word < BLOCK; word += 1) {
    let bytes = 0;
    for (let place = word * 4; place < word * 4 + 4; place += 1)
      bytes = (bytes << 8) | (place < length ? text.charCodeAt(place) : place === length ? 128 : 0);
    words[word] = bytes;
  }
  words[BLOCK - 1] = length * 8;
  const at = (list: Int32Array, place: number) => list[place] ?? 0;
  for (let round = BLOCK; round < STEPS; round += 1) {
    const early = at(words, round - 15);
    const late = at(words, round - 2);
    const low = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const high = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[round] = (at(words, round - 16) + low + at(words, round - 7) + high) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = first;
  for (let round = 0; round < STEPS; round += 1) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const more = (h + high + ((e & f) ^ (~e & g)) + at(constants, round) + at(words, round)) | 0;
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const less = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + more) | 0;
    d = c;
    c = b;
    b = a;
    a = (more + less) | 0;
  }
  for (const [word, value] of [a, b, c, d, e, f, g, h].entries()) hash[word] = at(first, word) + value;
}
