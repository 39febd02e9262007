/** How the life of a form in a browser ended, as its beacon tells (`POST /beacons`): counted, and nothing else of it kept. */
import { errorCodes } from './failure.ts';
import type { Tenant } from './ids.ts';

export const endOutcomes = [
  /** The page was left; the state says how far the applicant had come. */
  'left',
  /** The proxy said no: an expired token, a job that is not there. */
  'refused',
  /** No reply that could be read, or a file that did not come. */
  'load_failed',
  'timed_out',
  /** The security policy of the page forbade a file of ours. */
  'policy',
  'unsupported_browser',
] as const;
export type EndOutcome = (typeof endOutcomes)[number];

/** As `data-state`; `begun` is `ready` with something entered, `none` a page on which the form never ran. */
export const endStates = [
  'none',
  'loading',
  'ready',
  'begun',
  'sending',
  'received',
  'complete',
  'attention',
  'closed',
  'error',
] as const;
export type EndState = (typeof endStates)[number];

/** Why a beacon was not counted. */
export const droppedReasons = ['too_many', 'unreadable', 'unknown_tenant'] as const;
export type DroppedReason = (typeof droppedReasons)[number];

/** Where beacons are counted. */
export interface FormEnds {
  count(tenant: Tenant, outcome: EndOutcome, state: EndState): void;
  dropped(reason: DroppedReason): void;
}

/** What a page could not get, rather than what it was refused. */
const unloaded: readonly string[] = [
  'bad_document',
  'service_unavailable',
  'rate_limited',
  'offline',
  'bad_setup',
];
const refusals: readonly string[] = errorCodes.filter((code) => !unloaded.includes(code));

/** @param word an outcome, or the code with which a form could not be opened; null: neither */
export function endOutcomeOf(word: string): EndOutcome | null {
  if (unloaded.includes(word)) return 'load_failed';
  if (refusals.includes(word)) return 'refused';
  return endOutcomes.find((outcome) => outcome === word) ?? null;
}
