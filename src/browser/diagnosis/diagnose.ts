/**
 * Finds what is wrong with a page that embeds the form, and what its developer can do: one line in the console, in
 * English. This file and those it loads serve only such pages, and share no module with the other files.
 */

import type { Failure } from '../../core/model/failure.ts';
import type { Trouble } from '../api/connection.ts';
import type { SessionHost, SpokenLanguage, Wrong } from '../contract.ts';
import { type Cause, ownFetchAdvice } from './cause.ts';
import { findCause } from './find-cause.ts';
import { browserSurroundings, type Surroundings } from './surroundings.ts';

/** Finds why the form cannot be opened: tells the developer, and returns what the applicant should read. */
export async function diagnose(
  host: SessionHost,
  wrong: Wrong,
  place = browserSurroundings(),
): Promise<Failure> {
  // Whatever fails here, something must be shown to the applicant.
  const cause = await findCause(host, wrong, place).catch(() => plainCause(wrong));
  // Joined into one line, because an odd setting may well be the cause.
  const odd = (await oddities(host, false)).map((sentence) => `It ${sentence}`);
  const mayBeFetch = place.hasOwnFetch && !cause.advice.includes(ownFetchAdvice);
  const remarks = mayBeFetch ? [`If this cannot be: ${ownFetchAdvice}`] : [];
  if (!wrong.isOver()) warnOnce(host, [cause.advice, ...odd, ...remarks].join(' '), place);
  return failureFor(cause, wrong.failure);
}

/** Reports what was found while the form is being filled in; the form keeps working. */
export async function tellOddities(
  host: SessionHost,
  speech: SpokenLanguage,
  place = browserSurroundings(),
): Promise<void> {
  for (const sentence of await oddities(host, speech.isStandIn === true)) warnOnce(host, sentence, place);
}

/** Reports that there is no fresh token while answers or files are being sent; the form keeps them. */
export async function tellRenewal(
  host: SessionHost,
  given: unknown,
  place = browserSurroundings(),
): Promise<void> {
  // Nothing waits for this file, and failing to load it now is no error of the host's page.
  const words = await import('./refusal-advice.ts').catch(() => null);
  const fault = words?.renewalFault(host.settings().renewToken, given) ?? null;
  if (fault !== null) warnOnce(host, `${fault} The form keeps what was typed.`, place);
}

/** Reports that something in between refused what was sent; the form keeps it. */
export async function tellBlocked(
  host: SessionHost,
  trouble: Trouble,
  place = browserSurroundings(),
): Promise<void> {
  const words = await import('./refusal-advice.ts').catch(() => null);
  if (words && 'status' in trouble) warnOnce(host, words.blockedAdvice(trouble), place);
}

async function oddities(host: SessionHost, isWordless: boolean): Promise<readonly string[]> {
  const load = import('./odd-settings.ts');
  return load.then(({ oddSettings }) => oddSettings(host, isWordless)).catch(() => []);
}

function warnOnce(host: SessionHost, sentence: string, { told }: Surroundings): void {
  if (!told.has(sentence)) host.warn(sentence);
  told.add(sentence);
}

const plainCause = ({ failure: { code } }: Wrong): Cause => ({ code, advice: `cannot be opened (${code}).` });

function failureFor({ code }: Cause, first: Failure): Failure {
  if (code === first.code) return first;
  return { ...first, code, retryable: code === 'offline' || code === 'service_unavailable' };
}
