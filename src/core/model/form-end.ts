/** How a form ended in a browser, as its beacon reports (`POST /beacons`). It is only counted; nothing else is stored. */
import { errorCodes } from './failure.ts';
import type { Tenant } from './ids.ts';

export const endOutcomes = [
  /** The page was left; the state tells how far the applicant had got. */
  'left',
  /** The proxy refused: an expired token, or a job that does not exist. */
  'refused',
  /** No readable reply, or a file that did not load. */
  'load_failed',
  'timed_out',
  /** The page's content security policy blocked one of our files. */
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

/** Codes for what a page could not load, as opposed to what it was refused. */
const unloaded: readonly string[] = [
  'bad_document',
  'service_unavailable',
  'rate_limited',
  'offline',
  'bad_setup',
  'blocked',
];
const refusals: readonly string[] = errorCodes.filter((code) => !unloaded.includes(code));

/** @param word an outcome, or the code with which a form could not be opened; null when it is neither */
export function endOutcomeOf(word: string): EndOutcome | null {
  if (unloaded.includes(word)) return 'load_failed';
  if (refusals.includes(word)) return 'refused';
  return endOutcomes.find((outcome) => outcome === word) ?? null;
}
