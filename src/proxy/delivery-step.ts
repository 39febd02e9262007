/** What the deliveries of an application and of its answers share: what is carried, and what became of one try. */

import type { DeliverableAnswer } from '../answers/correction.ts';
import type { ApplicationId, Reference } from '../model/ids.ts';
import type { Staging, SubjectKey } from '../model/ports.ts';
import type { DeliveredApplication, Destination } from '../model/submission.ts';
import type { Service } from '../service/create-service.ts';
import { type ServiceError, writeEffects } from '../service/service-error.ts';
import type { Log } from './log.ts';

/** Milliseconds before what was certainly not stored goes again; doubles up to the longest. */
export const SHORTEST_PAUSE = 500;
export const LONGEST_PAUSE = 30_000;
/** Milliseconds after which it is given up: nobody waits for a process's memory much longer. */
export const GIVE_UP_AFTER = 900_000;

export interface DeliveryMeans {
  readonly serviceOf: (key: SubjectKey) => Pick<Service, 'createAnswer' | 'createApplication'>;
  readonly staging: Staging;
  readonly log: Log;
  readonly now: () => number;
  /** Resolves after so many milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export interface Parcel {
  readonly key: SubjectKey;
  readonly reference: Reference;
  /** A correction may replace its details, as long as the service refuses them. */
  destination: Destination;
  /** null until it is made. */
  application: ApplicationId | null;
  /** How far the making of the application has come; null: it was there before. */
  making: DeliveredApplication | null;
  /** A correction may replace the list at any time. */
  answers: readonly DeliverableAnswer[];
}

/** Nothing more comes of it unless somebody does something. */
export const hasStopped = ({ state }: Pick<DeliveredApplication, 'state'>): boolean =>
  state === 'refused' || state === 'parked';

/** What became of one try. `cause` is null when it was delivered. */
export interface Ending<Code> {
  readonly state: 'queued' | 'delivered' | 'refused' | 'parked';
  readonly code: Code | 'unclear' | 'given_up' | null;
  readonly cause: string | null;
  /** Milliseconds that the service asked for; null: it needs nothing more from us. */
  readonly again: number | null;
}

export const givenUp = { state: 'parked', code: 'given_up', again: null } as const;

/** @param refusal what a final no of the service is called */
export function endingOf<Code>(error: ServiceError, refusal: Code): Ending<Code> {
  const cause = error.kind;
  switch (writeEffects[cause]) {
    case 'refused':
      return { state: 'refused', code: refusal, cause, again: null };
    case 'unclear':
      return { state: 'parked', code: 'unclear', cause, again: null };
    case 'not_stored':
      return { state: 'queued', code: null, cause, again: pauseAskedFor(error) };
  }
}

const pauseAskedFor = (error: ServiceError): number =>
  error.kind === 'rate_limited' ? (error.retryAfter ?? 0) * 1000 : 0;
