/**
 * Tells the developer of a page why the form cannot be opened, and what of it is not understood: one line in the console,
 * in English. This file serves only such pages, and shares no module with the other files.
 */

import type { Failure } from '../../core/model/failure.ts';
import type { Trouble } from '../api/connection.ts';
import type { SessionHost, Wrong } from '../contract.ts';
import { blockedAdvice, findCause, renewalFault } from './find-cause.ts';
import { browserSurroundings, type Surroundings } from './surroundings.ts';
import { unknownAttributes } from './unknown-attributes.ts';

/** @returns what the applicant should read */
export async function diagnose(
  host: SessionHost,
  wrong: Wrong,
  place = browserSurroundings(),
): Promise<Failure> {
  const { failure, isOver } = wrong;
  // Whatever fails here, something must be shown to the applicant.
  const plain = { code: failure.code, advice: `cannot be opened (${failure.code}).` };
  const { code, advice } = await findCause(host, wrong, place).catch(() => plain);
  // In one line, because an unknown attribute may well be the cause.
  const unknown = unknownAttributes(host).map((sentence) => `It ${sentence}`);
  if (!isOver()) warnOnce(host, [advice, ...unknown].join(' '), place);
  if (code === failure.code) return failure;
  return { ...failure, code, retryable: code === 'service_unavailable' };
}

/** While the form is being filled in; it keeps working. */
export function tellUnknown(host: SessionHost, place = browserSurroundings()): void {
  for (const sentence of unknownAttributes(host)) warnOnce(host, sentence, place);
}

/** There is no fresh token while answers or files are being sent; the form keeps them. */
export function tellRenewal(host: SessionHost, place = browserSurroundings()): void {
  if (host.settings().renewToken !== null)
    warnOnce(host, `${renewalFault} The form keeps what was typed.`, place);
}

/** Something in between refused what was sent; the form keeps it. */
export function tellBlocked(host: SessionHost, trouble: Trouble, place = browserSurroundings()): void {
  if ('status' in trouble) warnOnce(host, blockedAdvice(trouble), place);
}

function warnOnce(host: SessionHost, sentence: string, { told }: Surroundings): void {
  if (!told.has(sentence)) host.warn(sentence);
  told.add(sentence);
}
