/** What webhooks are told of the submissions of a memory store, with the meaning of the durable ones. */
import type { JobId } from '../../core/model/ids.ts';
import type { StoredRecord } from '../ledger/ledger-store.ts';
import { eventsOfReceipt, nextEvent } from '../ledger/webhooks/next-event.ts';
import {
  type SeenEvent,
  TOLD_FOR,
  type WebhookEvent,
  type WebhookOutbox,
  type WebhookScope,
} from '../ledger/webhooks/webhook-event.ts';
import type { SubjectKey } from '../ports.ts';

/** By the names of their submissions, in their order; a submission without any is not told of. */
export type MemoryEvents = Map<string, readonly WebhookEvent[]>;

interface Events {
  readonly now: () => number;
  readonly events: MemoryEvents;
  readonly restoredAt: number | null;
}

type Name = (key: SubjectKey) => string;

/** With a receipt, first or again. @param job undefined: as it was told before */
export function addReceipt(
  { events, now, restoredAt }: Events,
  record: StoredRecord,
  { name, job }: { readonly name: string; readonly job?: JobId | null },
): void {
  const known = events.get(name) ?? [];
  const last = known.at(-1);
  if (last === undefined && job === undefined) return;
  const before = { job: job ?? last?.job ?? null, sequence: last?.sequence ?? 0 };
  const came = eventsOfReceipt(record, before, { now: now(), restoredAt });
  events.set(name, [...known, ...came]);
}

/** Its items have changed. */
export function addNews({ events, now, restoredAt }: Events, record: StoredRecord, name: string): void {
  const known = events.get(name) ?? [];
  const last = known.at(-1);
  const event = last === undefined ? null : nextEvent(record, last, { now: now(), restoredAt });
  if (event !== null) events.set(name, [...known, event]);
}

/** The store is a restored copy: nothing is told before this moment. */
export function putOffEvents({ events }: Pick<Events, 'events'>, until: number): void {
  const later = (event: WebhookEvent): WebhookEvent =>
    event.dueAt === null ? event : { ...event, dueAt: Math.max(event.dueAt, until) };
  for (const [name, list] of events) events.set(name, list.map(later));
}

export function createMemoryOutbox({ events, now }: Omit<Events, 'restoredAt'>, nameOf: Name): WebhookOutbox {
  const all = () => [...events.values()].flat();
  const change = (seen: Pick<WebhookEvent, 'key' | 'sequence'>, to: Partial<WebhookEvent>) => {
    const name = nameOf(seen.key);
    const list = events.get(name) ?? [];
    events.set(
      name,
      list.map((one) => (one.sequence === seen.sequence ? { ...one, ...to } : one)),
    );
  };
  const settle = async (seen: SeenEvent, to: (event: WebhookEvent) => Partial<WebhookEvent>) => {
    const event = (events.get(nameOf(seen.key)) ?? []).find(({ sequence }) => sequence === seen.sequence);
    if (event !== undefined && event.tries === seen.tries && event.dueAt !== null) change(event, to(event));
  };
  return {
    async take(scope, { most, holdFor }) {
      const firsts = [...events.values()].flatMap((list) => list.find(({ dueAt }) => dueAt !== null) ?? []);
      const due = firsts.filter((event) => isDue(event, now()) && isIn(scope, event)).sort(byDue);
      return due.slice(0, most).map((event) => {
        const taken = { ...event, dueAt: now() + holdFor, tries: event.tries + 1 };
        change(event, taken);
        return taken;
      });
    },
    finish: (seen) => settle(seen, () => ({ dueAt: null })),
    delay: (seen, pause) => settle(seen, ({ expiresAt }) => ({ dueAt: Math.min(now() + pause, expiresAt) })),
    stop: (seen, stoppedFor) => settle(seen, () => ({ dueAt: null, stoppedFor })),
    async expire(tenant, ago) {
      const isOld = (event: WebhookEvent) =>
        event.key.tenant === tenant && isDue(event, now()) && event.expiresAt <= now() - ago;
      const old = all().filter(isOld);
      for (const event of old) change(event, { dueAt: null, stoppedFor: 'expired' });
      return old;
    },
    async listDue(tenants) {
      const due = new Set(all().flatMap((event) => (isDue(event, now()) ? [event.key.tenant] : [])));
      return tenants.filter((tenant) => due.has(tenant));
    },
    listStopped: async (key) => (events.get(nameOf(key)) ?? []).filter(isStopped),
    async listSubjects(tenant, after) {
      const stopped = all().filter((one) => isStopped(one) && one.key.tenant === tenant);
      const found = new Map(stopped.map(({ key: { subject }, acceptedAt }) => [subject, acceptedAt]));
      return [...found]
        .map(([subject, acceptedAt]) => ({ subject, acceptedAt }))
        .filter(({ subject }) => subject > (after ?? ''))
        .sort((one, other) => (one.subject < other.subject ? -1 : 1));
    },
    async act(key, action) {
      const stopped = (events.get(nameOf(key)) ?? []).filter(isStopped);
      const anew = { dueAt: now(), expiresAt: now() + TOLD_FOR, tries: 0 };
      for (const event of stopped) change(event, { stoppedFor: null, ...(action === 'retry' ? anew : {}) });
      return stopped.length;
    },
    async count(tenant) {
      const own = all().filter(({ key }) => key.tenant === tenant);
      const waiting = own.filter(({ dueAt }) => dueAt !== null).length;
      return { waiting, stopped: own.filter(isStopped).length };
    },
  };
}

const isDue = ({ dueAt }: WebhookEvent, now: number): boolean => dueAt !== null && dueAt <= now;
const isStopped = ({ stoppedFor }: WebhookEvent): boolean => stoppedFor !== null;

const isIn = ({ tenant, only, except }: WebhookScope, { key, job }: WebhookEvent): boolean =>
  key.tenant === tenant && (only === null ? job === null || !except.includes(job) : job === only);

const byDue = (one: WebhookEvent, other: WebhookEvent): number =>
  (one.dueAt ?? 0) - (other.dueAt ?? 0) || (one.key.subject < other.key.subject ? -1 : 1);
