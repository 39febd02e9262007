/** What a reply means to those who apply. */
import { at } from '../../src/sandbox/json.ts';
import type { Line, LineOutcome, LineReply } from '../load/line.ts';
import { readChallenge, solveChallenge } from '../load/solve-challenge.ts';

/** Words for the account: `503 overloaded`, or why there was no reply. */
export const wordsOf = (outcome: LineOutcome): string =>
  outcome.ok ? [outcome.value.status, outcome.value.code ?? ''].join(' ').trim() : outcome.error;

export const isGranted = ({ status }: LineReply): boolean => status < 300;

/** To be sent again as it is. */
export const isForNow = (outcome: LineOutcome): boolean =>
  !outcome.ok || outcome.value.status === 429 || outcome.value.status >= 500;

export const isChallenged = (outcome: LineOutcome): boolean =>
  outcome.ok && outcome.value.code === 'challenge_required';

/** The challenge that came with the refusal, or else the one that is asked for; null: there is none, or no solution. */
export async function solve(line: Line, reply: LineReply, headers: Readonly<Record<string, string>>) {
  const errors = at(reply.body, 'errors');
  const first: unknown = Array.isArray(errors) ? errors[0] : null;
  const inline = at(first, 'meta', 'challenge') ?? at(reply.body, 'meta', 'challenge');
  const challenge = readChallenge(inline) ?? (await ask(line, headers));
  return challenge === null ? null : solveChallenge(challenge);
}

async function ask(line: Line, headers: Readonly<Record<string, string>>) {
  const outcome = await line.send({ method: 'GET', path: '/challenge', headers });
  return outcome.ok ? readChallenge(at(outcome.value.body, 'data', 'attributes')) : null;
}
