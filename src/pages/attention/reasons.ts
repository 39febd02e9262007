/** Reasons why an item waits for the operator, in the words that command and page share. */

/** The state of a webhook event that could not be delivered; the application is not affected. */
export const UNDELIVERED = 'undelivered';

export interface ReasonedItem {
  /** null for the application itself. */
  readonly question: string | null;
  readonly state: string;
  readonly code: string | null;
}

/** By error code, otherwise by state. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['unclear', 'sent, and it is not known whether it arrived: look at the service, then retry or give up'],
  ['conflict', 'the service holds another answer'],
  [
    'given_up',
    'the service said no for good, a file could not be read or was never scanned (put that right, then retry), 7 days have passed, or "give-up" left it (which is final); the log names the cause. It is listed until it is no longer kept',
  ],
  [
    'misdirected',
    'never sent: its row in the store says another place or destination than what was sealed for it; find out what changed the store, put it right and retry, or give up',
  ],
  ['held', 'waits for what stands above it'],
  ['checking', 'it is being looked for at the service, and then sent if it is not there'],
  ['refused', 'the service said no: the applicant can correct what the form asks for'],
  [
    'invalid_details',
    'the service does not take, or misses, what is named: ask for it or change the job there, then retry',
  ],
  [
    'application_refused',
    'the service named nothing that a person could say: look at the job there, then retry',
  ],
  [
    'expired',
    'the webhook did not take it for three days: mend the receiver or the way to it, then retry, or give up',
  ],
  [
    'gone',
    'the webhook answered 410, so it wants nothing more: mend the receiver and retry, or take the webhook away and give up',
  ],
  ['job_closed', 'the job takes no applications: open it again, then retry, or answer the applicant'],
  ['not_found', 'the job is not there, or not for this key: mend that, then retry, or answer the applicant'],
]);

/** Lists each reason once, however many items have it. */
export function reasonsOf(items: readonly ReasonedItem[]): readonly string[] {
  const found = new Set(items.flatMap(({ state, code }) => [state, code]));
  return [...meanings].filter(([name]) => found.has(name)).map(([name, words]) => `${name}: ${words}.`);
}

/** States of items that wait for another item and were not stopped themselves. */
const waitsOnly: readonly string[] = ['queued', 'sending', 'checking', 'held'];

/** True if the operator can retry it or give it up; only the applicant can correct a refused answer. */
export const isForOperator = ({ question, state }: ReasonedItem): boolean =>
  state === 'parked' || state === UNDELIVERED || (state === 'refused' && question === null);

export const isWaitingOnly = ({ state }: ReasonedItem): boolean => waitsOnly.includes(state);
