/**
 * What is wrong with a page that embeds the form, and what its developer can do: one line in the console, in English.
 * It and what it loads in turn are for such pages alone, and share no module with what others load.
 */
import type { Failure } from '../../core/model/failure.ts';
import type { SpokenLanguage } from '../session/messages-of-locale.ts';
import type { SessionHost } from '../session/session-host.ts';
import type { Cause, Wrong } from './cause.ts';
import { findCause } from './find-cause.ts';
import { browserSurroundings, type Surroundings } from './surroundings.ts';

export interface DiagnosisFile {
  diagnose(host: SessionHost, wrong: Wrong): Promise<Failure>;
  tellOddities(host: SessionHost, speech: SpokenLanguage): Promise<void>;
  tellRenewal(host: SessionHost, given: unknown): Promise<void>;
}

/** Why the form cannot be opened: tells the developer, and gives what the applicant is to read. */
export async function diagnose(
  host: SessionHost,
  wrong: Wrong,
  place = browserSurroundings(),
): Promise<Failure> {
  // Whatever happens here, the applicant must be shown something.
  const cause = await findCause(host, wrong, place).catch(() => plainCause(wrong));
  // In one line: what is odd may well be the reason.
  const odd = (await oddities(host, false)).map((sentence) => `It ${sentence}`);
  if (!wrong.isOver()) sayOnce(host, [cause.advice, ...odd].join(' '), place);
  return failureFor(cause, wrong.failure);
}

/** Found while the form is being filled in: nothing stops. */
export async function tellOddities(
  host: SessionHost,
  speech: SpokenLanguage,
  place = browserSurroundings(),
): Promise<void> {
  for (const sentence of await oddities(host, speech.isStandIn === true)) sayOnce(host, sentence, place);
}

/** No fresh token while answers or files are on their way: the form keeps them. */
export async function tellRenewal(
  host: SessionHost,
  given: unknown,
  place = browserSurroundings(),
): Promise<void> {
  // Nobody waits for this: what cannot be loaded now is no error of the host's page.
  const words = await import('./refusal-advice.ts').catch(() => null);
  const fault = words?.renewalFault(host.settings().renewToken, given) ?? null;
  if (fault !== null) sayOnce(host, `${fault} The form keeps what was typed.`, place);
}

async function oddities(host: SessionHost, isWordless: boolean): Promise<readonly string[]> {
  const load = import('./odd-settings.ts');
  return load.then(({ oddSettings }) => oddSettings(host, isWordless)).catch(() => []);
}

function sayOnce(host: SessionHost, sentence: string, { told }: Surroundings): void {
  if (!told.has(sentence)) host.warn(sentence);
  told.add(sentence);
}

const plainCause = ({ failure: { code } }: Wrong): Cause => ({ code, advice: `cannot be opened (${code}).` });

function failureFor({ code }: Cause, first: Failure): Failure {
  if (code === first.code) return first;
  return { ...first, code, retryable: code === 'offline' || code === 'service_unavailable' };
}
