/**
 * What the form does where the proxy asks a visitor for a challenge: it solves it, or has the host's page give a token,
 * and sends the same again. Loaded where it is asked for.
 */
import type { Outcome } from '../../core/model/outcome.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { WritableForm } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import type { Host } from '../host/host.ts';
import type { Trouble } from '../proxy/connection.ts';
import { inTime } from '../proxy/in-time.ts';
import type { Sending } from '../proxy/submit.ts';
import { type Challenge, solve } from './solve.ts';

export interface ChallengeTools {
  readonly host: Pick<Host, 'settings'>;
  readonly messages: () => Messages;
  readonly signal: AbortSignal;
}

export interface Asked {
  readonly form: WritableForm;
  readonly sent: Sending;
  /** The refusal that asks for it. */
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

interface AskedFor {
  readonly challenge: Challenge;
  readonly byHost: boolean;
}

/** null: the refusal is another one. */
function readAsked(trouble: Trouble): AskedFor | null {
  const meta = member('document' in trouble ? trouble.document : null, 'meta');
  const given = member(member(meta, 'challenge'), 'attributes');
  const text = (name: string) => `${member(given, name)}`;
  const maxnumber = Number(member(given, 'maxnumber'));
  if (text('algorithm') !== 'SHA-256' || !(maxnumber > 0)) return null;
  const challenge = {
    challenge: text('challenge'),
    salt: text('salt'),
    signature: text('signature'),
    maxnumber,
  };
  return { challenge, byHost: member(meta, 'callback') === true };
}

const member = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null ? Reflect.get(json, name) : null;

async function ownProof(asked: Challenge, signal: AbortSignal): Promise<string | null> {
  const { maxnumber: _most, ...given } = asked;
  const number = await solve(asked, signal);
  return number === null ? null : btoa(JSON.stringify({ algorithm: 'SHA-256', ...given, number }));
}

/** null: our own proof stands in. */
async function tokenOfHost({ host }: ChallengeTools): Promise<string | null> {
  const ask = host.settings().challenge;
  if (typeof ask !== 'function') return null;
  const given = await inTime(async () => ask(), PATIENCE);
  return given.ok && typeof given.value === 'string' && given.value ? given.value : null;
}
