/** What the service holds of an application, for a form in which it is changed (`show_details`). */
import {
  type AskedName,
  addressNames,
  type HeldTexts,
  type TextDetailName,
  textDetailNames,
} from '../../../core/model/details.ts';
import type { StoredSubmission } from '../../../core/model/ports.ts';
import type { Submission } from '../../../core/model/submission.ts';
import { inTime } from '../../clock.ts';
import type { Call } from '../sessions/authorise.ts';
import type { Session } from '../sessions/tokens.ts';
import type { Asked } from './asked-details.ts';

/** Milliseconds that a form waits for it. */
const PATIENCE = 5_000;

/** null: it cannot be read now, so nothing may be changed. Not kept: each form shows what is held when it is opened. */
export async function readHeld({
  context,
  session,
  tenant,
}: Pick<Call, 'context' | 'session' | 'tenant'>): Promise<HeldTexts | null> {
  if (session.application === null) return null;
  const reply = await inTime(context.clock, PATIENCE, tenant.service.readDetails(session.application));
  if (reply?.ok) return reply.value;
  context.log.warn('service_failed', { tenant: tenant.id, cause: reply?.error.kind ?? 'timeout' });
  return null;
}

/** What the service does not show is not asked: what was typed there could overwrite what was not seen. */
export const withHeld = (asked: readonly Asked[], held: HeldTexts) =>
  asked.flatMap(({ name, required }) => {
    const names = attributesOf(name);
    if (names.some((one) => held[one] === undefined)) return [];
    const value = Object.fromEntries(names.map((one) => [one, held[one]]));
    return [{ name, required, value: { ...value, ...countryOf(name, held) } }];
  });

const countryOf = (name: AskedName, { phone_iso2 }: HeldTexts) =>
  name === 'phone' && phone_iso2 !== undefined ? { phone_iso2 } : {};

/** A second line of an address is asked with the address. */
function attributesOf(name: AskedName): readonly TextDetailName[] {
  if (name === 'address') return addressNames;
  return name === 'address2' ? [] : textDetailNames.filter((one) => one === name);
}

/**
 * The answers of this application were sent, so its details alone are asked. What is under way is followed instead, and
 * what was refused of the answers is corrected first.
 */
export function asksDetailsAlone(
  { showDetails, answered }: Pick<Session, 'showDetails' | 'answered'>,
  stored: StoredSubmission | null,
): boolean {
  if (showDetails !== true || stored === null) return showDetails === true && answered;
  const { answers, application } = stored.submission;
  const parts = application === null ? answers : [application, ...answers];
  const isUnderWay = parts.some(({ state }) => ['queued', 'sending', 'checking'].includes(state));
  return !isUnderWay && answers.every(({ state }) => state !== 'refused');
}

/** Its answers arrived before, or there were none. */
export const sentChangesAlone = ({ application, answers }: Submission): boolean =>
  application !== null && answers.every(({ state }) => state === 'delivered');
