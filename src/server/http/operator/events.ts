/**
 * What strangers try and what visitors meet, as counted events. Each is counted, however many there are; the log names
 * one of a kind in a minute, so that no flood of them fills a disk or hides another kind.
 */
import type { Tenant } from '../../../core/model/ids.ts';
import type { Log, LogFields } from '../log.ts';

export const proxyEvents = [
  /** A bearer key that is no admin key. */
  'wrong_key',
  /** A token that was not made here, was changed, or belongs to another form; not one that is only over. */
  'forged_token',
  /** A code of a link that opens nothing; not one that is only spent. */
  'wrong_code',
  /** One of the allowances of `limits.ts` was used up. */
  'limit_reached',
  /** There was no room for a file. */
  'staging_full',
  /** A page of an origin that may not embed the form. */
  'origin_refused',
  /** A request that failed in a way that is thought of nowhere. */
  'unexpected',
] as const;
export type ProxyEvent = (typeof proxyEvents)[number];

/** Told of each event, at once; null: of no tenant that is known. */
export type OnEvent = (event: ProxyEvent, tenant: Tenant | null) => void;

/** Of one event: what the log says beside its name. */
export interface EventFields extends Omit<LogFields, 'tenant'> {
  readonly tenant?: Tenant;
}

export interface Events {
  tell(event: ProxyEvent, fields?: EventFields): void;
}

export interface EventsDependencies {
  readonly onEvent: OnEvent | undefined;
  /** One that tells of these seldom. */
  readonly log: Log;
}

export const createEvents = ({ onEvent, log }: EventsDependencies): Events => ({
  tell(event, fields = {}) {
    onEvent?.(event, fields.tenant ?? null);
    if (event === 'unexpected') log.error(event, fields);
    else log.warn(event, fields);
  },
});
