/**
 * Whether an application takes no more answers (`closedWhen`). A token carries the state from when its session was
 * made, up to a day ago: if that is older than a minute, opening the form reads the application again, at most once a
 * minute. The latest reply of the service decides either way: a rejection closes a link that was given out before,
 * and withdrawing it opens the link again. If the service cannot be asked, nothing changes. Sending never asks the
 * service, because a receipt must not depend on it. Each process reads for itself.
 */
import type { Tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import { createLruCache } from '../http/lru-cache.ts';
import { isOver } from '../http/patience.ts';
import type { TenantContext } from '../http/tenant-context.ts';
import type { Log } from '../log.ts';
import type { Application } from '../service/create-service.ts';
import type { ApplicationSession, Session } from '../sessions/tokens.ts';

/** Milliseconds. */
const FRESH = 60_000;
/** Milliseconds that a form waits for the reading. */
const PATIENCE = 2_000;
/** Milliseconds during which no application is read after the service failed or delayed a form. */
const PAUSE_AFTER_FAILURE = 5_000;
/** Readings a minute for one tenant, so that many requests for old links does not use up the service's rate limit. */
const MOST_READS = 300;
/** About 200 bytes each. */
const MOST_APPLICATIONS = 10_000;

interface Asking {
  readonly session: Session;
  readonly tenant: Pick<TenantContext, 'id' | 'closedWhen'> & {
    readonly service: Pick<TenantContext['service'], 'readApplication'>;
  };
}

export interface ApplicationEnds {
  /** Reads the application if it is due. Always resolves, even when the reading fails. */
  look(asking: Asking): Promise<void>;
  /** Decides from the latest known state, without asking the service. */
  isClosed(asking: Asking): boolean;
}

interface Entry {
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  reading: Promise<void>;
  /** null: the state was never read. */
  told: { readonly at: number; readonly closed: boolean } | null;
}

export interface ApplicationEndsDependencies {
  readonly log: Log;
  readonly clock: Clock;
}

export const isEnded = (
  { closedWhen }: Pick<TenantContext, 'closedWhen'>,
  { rejectedAt, hiredAt }: Application,
): boolean => {
  const ends = { rejected: rejectedAt, hired: hiredAt };
  return closedWhen.some((end) => ends[end] !== null);
};

export function createApplicationEnds({ log, clock }: ApplicationEndsDependencies): ApplicationEnds {
  const { now } = clock;
  const entries = createLruCache<string, Entry>(MOST_APPLICATIONS);
  const pauses = new Map<Tenant, number>();
  const spend = createAllowance(now);
  const pause = ({ id }: Asking['tenant']) => pauses.set(id, now() + PAUSE_AFTER_FAILURE);

  async function read(entry: Entry, tenant: Asking['tenant'], { application }: ApplicationSession) {
    const reply = await tenant.service.readApplication(application, []);
    if (reply.ok) {
      entry.told = { at: entry.askedAt, closed: isEnded(tenant, reply.value) };
      return;
    }
    log.warn('service_failed', { tenant: tenant.id, cause: reply.error.kind });
    if (reply.error.kind !== 'not_found') pause(tenant);
  }

  /** The reading in progress, or a new one if it is due. */
  function findReading(tenant: Asking['tenant'], session: ApplicationSession): Promise<void> | null {
    const known = entries.get(nameOf(session));
    if (known !== undefined && now() - known.askedAt <= FRESH) return known.reading;
    if (now() < (pauses.get(tenant.id) ?? 0) || !spend(tenant.id)) return null;
    const entry: Entry = { askedAt: now(), reading: Promise.resolve(), told: known?.told ?? null };
    entries.set(nameOf(session), entry);
    entry.reading = read(entry, tenant, session);
    return entry.reading;
  }

  return {
    async look({ session, tenant }) {
      if (session.application === null || tenant.closedWhen.length === 0) return;
      if (now() - session.readAt <= FRESH) return;
      const reading = findReading(tenant, session);
      if (reading !== null && !(await isOver(clock, reading, PATIENCE))) pause(tenant);
    },
    isClosed({ session }) {
      const told = entries.get(nameOf(session))?.told ?? null;
      return told !== null && told.at > session.readAt ? told.closed : session.closed;
    },
  };
}

/** Whether one more application may be read in this minute. */
function createAllowance(now: () => number): (tenant: Tenant) => boolean {
  const minutes = new Map<Tenant, { readonly from: number; reads: number }>();
  return (tenant) => {
    const known = minutes.get(tenant);
    const minute = known !== undefined && now() - known.from <= FRESH ? known : { from: now(), reads: 0 };
    minute.reads += 1;
    minutes.set(tenant, minute);
    return minute.reads <= MOST_READS;
  };
}

const nameOf = ({ tenant, application }: Session): string => JSON.stringify([tenant, application]);
