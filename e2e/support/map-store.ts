/** The store of the ledger in a `Map`, with the same acts as the durable stores, for simulations and tests. */
import { unreachable } from '../../src/core/model/failure.ts';
import type { JobId, Tenant } from '../../src/core/model/ids.ts';
import { type Act, age, createActs, doubt } from '../../src/server/ledger/acts.ts';
import type { Backlog, ConsentOwner, LeaseWish, LedgerStore } from '../../src/server/ledger/ledger-store.ts';
import {
  distinctConsents,
  type NewSubmission,
  newRecord,
  RECONCILE_DELAY_KEPT,
  RESENT_WITHIN,
  RETENTION,
  type StoredConsent,
  type StoredRecord,
} from '../../src/server/ledger/record.ts';
import {
  EXPIRES_AFTER,
  eventsOf,
  eventsOfReceipt,
  mayBeNews,
  type SeenEvent,
  type WebhookEvent,
  type WebhookOutbox,
  type WebhookScope,
} from '../../src/server/ledger/webhooks/outbox.ts';
import type { PersonQuery } from '../../src/server/people.ts';
import { LESSON_KEPT, type Lesson, type Lessons, type SubjectKey } from '../../src/server/ports.ts';

/** Records are never changed, only replaced, so a copy of the maps is a complete copy. */
interface Tables {
  readonly now: () => number;
  readonly records: Map<string, StoredRecord>;
  readonly consents: Map<string, readonly StoredConsent[]>;
  readonly events: Map<string, readonly WebhookEvent[]>;
  readonly quiet: Map<Tenant, { readonly milliseconds: number; readonly at: number }>;
  restoredAt: number | null;
}

export interface MapStore extends LedgerStore {
  /** Makes a backup; the result restores it. */
  backUp(): () => void;
}

const nameOf = ({ tenant, subject }: SubjectKey): string => `${tenant}\n${subject}`;

export function createMapStore({ now }: Pick<Tables, 'now'>): MapStore {
  const tables: Tables = {
    now,
    records: new Map(),
    consents: new Map(),
    events: new Map(),
    quiet: new Map(),
    restoredAt: null,
  };
  const { records, events, quiet } = tables;
  const all = () => [...records.values()];
  return {
    now: async () => now(),
    find: async (key) => records.get(nameOf(key)) ?? null,
    findByReference: async (tenant, reference) =>
      all().find((one) => one.key.tenant === tenant && one.reference === reference) ?? null,
    findPerson: async (tenant, query) =>
      all()
        .filter((one) => one.key.tenant === tenant && isOf(one, query))
        .sort(byAge),
    countUnfindable: async (tenant, hashes) =>
      all().filter((one) => isUnfindable(one, tenant, hashes)).length,
    findConsents: async (tenant, of) => findConsents(tables, tenant, of),
    insert: async (submission) => insert(tables, submission),
    ...createActs(async (key, act) => update(tables, key, act)),
    lease: async (wish) => lease(tables, wish),
    nextDue: async (tenants, isKnownOnly = false) => {
      const times = dueOf(tables, tenants, isKnownOnly).map(freeAt);
      return times.length === 0 ? null : Math.min(...times);
    },
    async countVisitors() {
      const open = all().filter(({ isVisitor, settledAt }) => isVisitor && settledAt === null);
      return new Map([...groupBy(open, ({ key }) => key.tenant)].map(([of, some]) => [of, some.length]));
    },
    listAttention: async (tenant, after) =>
      all()
        .filter(({ key }) => key.tenant === tenant && key.subject > (after ?? ''))
        .filter(({ erasedAt, items }) => erasedAt === null && items.some(needsAttention))
        .map(({ key: { subject }, acceptedAt }) => ({ subject, acceptedAt }))
        .sort((one, other) => (one.subject < other.subject ? -1 : 1)),
    backlog: async () => countBacklog(all()),
    async sweep() {
      const swept = all().flatMap(({ key, reference }) => {
        const aged = update(tables, key, age);
        return aged === null ? [] : [{ key, reference, ...aged }];
      });
      for (const [name, kept] of tables.consents)
        tables.consents.set(
          name,
          kept.filter(({ givenAt }) => givenAt > now() - RETENTION.consents),
        );
      return swept;
    },
    async doubt(wait) {
      const learned = freshDelays(tables);
      const open = all().filter(
        ({ key }) => update(tables, key, doubt(wait, learned.get(key.tenant))) === true,
      );
      tables.restoredAt = now();
      const until = now() + wait.answer;
      for (const [name, list] of events)
        events.set(
          name,
          list.map((one) => (one.dueAt === null ? one : { ...one, dueAt: Math.max(one.dueAt, until) })),
        );
      return open.length;
    },
    readReconcileDelay: async () => freshDelays(tables),
    async learnReconcileDelay(tenant, milliseconds) {
      const known = freshDelays(tables).get(tenant) ?? 0;
      if (milliseconds >= known) quiet.set(tenant, { milliseconds, at: now() });
    },
    webhooks: createOutbox(tables),
    close: async () => undefined,
    backUp() {
      const copy = [new Map(records), new Map(tables.consents), new Map(events)] as const;
      return () => {
        put(records, copy[0]);
        put(tables.consents, copy[1]);
        put(events, copy[2]);
      };
    },
  };
}

function freshDelays({ quiet, now }: Tables): ReadonlyMap<Tenant, number> {
  const fresh = [...quiet].filter(([, { at }]) => at > now() - RECONCILE_DELAY_KEPT);
  return new Map(fresh.map(([of, { milliseconds }]) => [of, milliseconds]));
}

function put<Value>(map: Map<string, Value>, copy: ReadonlyMap<string, Value>): void {
  map.clear();
  for (const [name, value] of copy) map.set(name, value);
}

function update<Result>(tables: Tables, key: SubjectKey, act: Act<Result>): Result | null {
  const name = nameOf(key);
  const before = tables.records.get(name);
  const done = before === undefined ? null : act(before, tables.now());
  if (before === undefined || done === null) return null;
  if (done.record === null) tables.records.delete(name);
  else tables.records.set(name, done.record);
  const moment = { now: tables.now(), restoredAt: tables.restoredAt };
  const events = tables.events.get(name) ?? [];
  const last = events.at(-1);
  if (done.news === 'nothing_more') tables.events.delete(name);
  else if (last !== undefined && mayBeNews(before, done, moment))
    tables.events.set(name, [...events, ...eventsOf(done, last, moment)]);
  if (done.consents !== undefined) keepConsents(tables, done.record ?? before, done.consents);
  return done.result;
}

function insert(tables: Tables, submission: NewSubmission): StoredRecord | null {
  const name = nameOf(submission.key);
  if (tables.records.has(name)) return null;
  const { restoredAt } = tables;
  const acceptedAt = tables.now();
  const doubtedAt = restoredAt !== null && restoredAt > acceptedAt - RESENT_WITHIN ? restoredAt : null;
  const record = newRecord(submission, { acceptedAt, doubtedAt });
  tables.records.set(name, record);
  const { webhook, consents = null } = submission;
  const moment = { now: acceptedAt, restoredAt };
  if (webhook != null)
    tables.events.set(name, eventsOfReceipt(record, { job: webhook.job, sequence: 0 }, moment));
  if (consents !== null) keepConsents(tables, record, { given: consents, replaces: true });
  return record;
}

/** Consents of an earlier submission stay, because they were given before this one was accepted. */
function keepConsents(
  { consents, now }: Tables,
  { key, reference, acceptedAt }: StoredRecord,
  {
    given,
    replaces,
  }: { readonly given: (NewSubmission['consents'] & {}) | null; readonly replaces: boolean },
): void {
  const name = nameOf(key);
  const beside = { subject: key.subject, reference, givenAt: Math.max(now(), acceptedAt) };
  const added = distinctConsents(given).map((one) => ({ ...one, ...beside }));
  const isKept = (one: StoredConsent) =>
    one.givenAt < acceptedAt || (!replaces && added.every(({ id }) => id !== one.id));
  consents.set(name, [...(consents.get(name) ?? []).filter(isKept), ...added]);
}

const findConsents = ({ consents }: Tables, tenant: Tenant, of: ConsentOwner): readonly StoredConsent[] =>
  [...consents]
    .flatMap(([name, all]) => (name.startsWith(`${tenant}\n`) ? all : []))
    .filter((one) => ('subject' in of ? one.subject === of.subject : one.reference === of.reference))
    .sort((one, other) => one.givenAt - other.givenAt || (one.id < other.id ? -1 : 1));

/** The time at which a submission is due and not leased. */
const freeAt = ({ dueAt, leaseOwner, leaseUntil }: StoredRecord): number =>
  Math.max(dueAt ?? Number.POSITIVE_INFINITY, leaseOwner === null ? 0 : leaseUntil);

const dueOf = ({ records }: Tables, tenants: readonly Tenant[], isKnownOnly: boolean) =>
  [...records.values()].filter(
    ({ key, isVisitor, dueAt }) =>
      dueAt !== null && tenants.includes(key.tenant) && !(isKnownOnly && isVisitor),
  );

function lease(tables: Tables, { owner, duration, most, tenants, isKnownOnly = false }: LeaseWish) {
  const now = tables.now();
  const free = dueOf(tables, tenants, isKnownOnly).filter((record) => freeAt(record) <= now);
  free.sort(
    (one, other) =>
      Number(one.isVisitor) - Number(other.isVisitor) || one.servedAt - other.servedAt || byAge(one, other),
  );
  return free.slice(0, most).map((record) => {
    const leased = { ...record, leaseOwner: owner, leaseUntil: now + duration };
    tables.records.set(nameOf(record.key), leased);
    return leased;
  });
}

const byAge = (one: StoredRecord, other: StoredRecord): number =>
  one.acceptedAt - other.acceptedAt || (one.key.subject < other.key.subject ? -1 : 1);

function isOf({ key, reference, emailHash, items }: StoredRecord, query: PersonQuery): boolean {
  switch (query.kind) {
    case 'reference':
      return reference === query.reference;
    case 'application': {
      const { application } = query;
      const isMade = items.some((one) => one.question === null && one.serviceId === application);
      return String(key.subject) === application || isMade;
    }
    case 'email':
      return emailHash !== null && query.hashes.includes(emailHash);
    default:
      return unreachable(query);
  }
}

const isUnfindable = ({ key, job, emailHash }: StoredRecord, tenant: Tenant, hashes: readonly string[]) =>
  key.tenant === tenant &&
  job !== null &&
  !hashes.some((hash) => emailHash?.startsWith(hash.slice(0, hash.indexOf('.') + 1)));

const needsAttention = ({ state }: StoredRecord['items'][number]): boolean =>
  state === 'parked' || state === 'refused';

const groupBy = <One, Name>(all: readonly One[], by: (one: One) => Name): ReadonlyMap<Name, readonly One[]> =>
  new Map([...new Set(all.map(by))].map((name) => [name, all.filter((one) => by(one) === name)]));

function countBacklog(records: readonly StoredRecord[]): readonly Backlog[] {
  const open = records.filter(({ settledAt, items }) => settledAt === null || items.some(needsAttention));
  return [...groupBy(open, ({ key }) => key.tenant)].map(([tenant, own]) => {
    const unsettled = own.filter(({ settledAt }) => settledAt === null);
    const items = { queued: 0, sending: 0, unclear: 0, refused: 0, parked: 0 };
    for (const { state } of own.flatMap((one) => one.items)) if (state !== 'delivered') items[state] += 1;
    return {
      ...{ tenant, items, queued: unsettled.length },
      attention: own.filter((one) => one.items.some(needsAttention)).length,
      oldestAcceptedAt:
        unsettled.length === 0 ? null : Math.min(...unsettled.map(({ acceptedAt }) => acceptedAt)),
    };
  });
}

function createOutbox({ events, now }: Tables): WebhookOutbox {
  const all = () => [...events.values()].flat();
  const change = (seen: Pick<WebhookEvent, 'key' | 'sequence'>, to: Partial<WebhookEvent>) => {
    const list = events.get(nameOf(seen.key)) ?? [];
    const changed = list.map((one) => (one.sequence === seen.sequence ? { ...one, ...to } : one));
    events.set(nameOf(seen.key), changed);
  };
  const settle = async (seen: SeenEvent, to: (event: WebhookEvent) => Partial<WebhookEvent>) => {
    const event = (events.get(nameOf(seen.key)) ?? []).find(({ sequence }) => sequence === seen.sequence);
    if (event?.tries === seen.tries && event.dueAt !== null) change(event, to(event));
  };
  return {
    async take(scope, { most, holdFor }) {
      const firsts = [...events.values()].flatMap((list) => list.find(({ dueAt }) => dueAt !== null) ?? []);
      const due = firsts
        .filter((one) => isDue(one, now()) && isIn(scope, one))
        .sort(byDue)
        .slice(0, most);
      return due.map((event) => {
        const taken = { ...event, dueAt: now() + holdFor, tries: event.tries + 1 };
        change(event, taken);
        return taken;
      });
    },
    finish: (seen) => settle(seen, () => ({ dueAt: null })),
    delay: (seen, pause) => settle(seen, ({ expiresAt }) => ({ dueAt: Math.min(now() + pause, expiresAt) })),
    stop: (seen, stoppedFor) => settle(seen, () => ({ dueAt: null, stoppedFor })),
    async expire(tenant, ago) {
      const isOld = (one: WebhookEvent) => isDue(one, now()) && one.expiresAt <= now() - ago;
      const old = all().filter((one) => one.key.tenant === tenant && isOld(one));
      for (const event of old) change(event, { dueAt: null, stoppedFor: 'expired' });
      return old;
    },
    listDue: async (tenants) =>
      tenants.filter((tenant) => all().some((one) => one.key.tenant === tenant && isDue(one, now()))),
    listStopped: async (key) => (events.get(nameOf(key)) ?? []).filter(isStopped),
    async listSubjects(tenant, after) {
      const stopped = all().filter((one) => isStopped(one) && one.key.tenant === tenant);
      const found = new Map(stopped.map(({ key: { subject }, acceptedAt }) => [subject, acceptedAt]));
      return [...found]
        .map(([subject, acceptedAt]) => ({ subject, acceptedAt }))
        .filter(({ subject }) => subject > (after ?? ''))
        .sort((one, other) => (one.subject < other.subject ? -1 : 1));
    },
    async runAction(key, action) {
      const stopped = (events.get(nameOf(key)) ?? []).filter(isStopped);
      const anew = { dueAt: now(), expiresAt: now() + EXPIRES_AFTER, tries: 0 };
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

/** The demands learned from refusals. */
export function createMapLessons(now: () => number): Lessons {
  const all = new Map<string, Lesson & { readonly tenant: Tenant }>();
  const nameOfLesson = (...name: readonly string[]) => JSON.stringify(name);
  const of = (tenant: Tenant, job?: JobId) =>
    [...all].filter(
      ([, one]) =>
        one.tenant === tenant && (job ?? one.job) === one.job && one.refusedAt > now() - LESSON_KEPT,
    );
  return {
    list: async (tenant, job) => of(tenant, job).map(([, { tenant: _, ...lesson }]) => lesson),
    async learn(tenant, job, fields) {
      const known = new Map(of(tenant, job));
      const fresh = [...new Set(fields)].filter((field) => !known.has(nameOfLesson(tenant, job, field)));
      for (const field of new Set(fields)) {
        const name = nameOfLesson(tenant, job, field);
        const { learnedAt = now(), agreed = false } = known.get(name) ?? {};
        all.set(name, { tenant, job, field, learnedAt, agreed, refusedAt: now() });
      }
      return fresh;
    },
    async agree(tenant, job, field) {
      const known = new Map(of(tenant, job)).get(nameOfLesson(tenant, job, field));
      if (known !== undefined) all.set(nameOfLesson(tenant, job, field), { ...known, agreed: true });
      return known !== undefined;
    },
    async clear(tenant, job, field) {
      const gone = of(tenant, job).filter(([, one]) => field === null || one.field === field);
      for (const [name] of gone) all.delete(name);
      return gone.length > 0;
    },
  };
}
