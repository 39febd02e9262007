/** The store of the ledger in a `Map`, with the same acts as the durable stores, for simulations and tests. */
import { unreachable } from '../../src/core/model/failure.ts';
import type { JobId, Tenant } from '../../src/core/model/ids.ts';
import { type Act, age, createActs, type Done, doubt } from '../../src/server/ledger/acts.ts';
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
      all().find((record) => record.key.tenant === tenant && record.reference === reference) ?? null,
    findPerson: async (tenant, query) =>
      all()
        .filter((record) => record.key.tenant === tenant && matches(record, query))
        .sort(byAge),
    countUnfindable: async (tenant, hashes) =>
      all().filter((record) => isUnfindable(record, tenant, hashes)).length,
    findConsents: async (tenant, owner) => findConsents(tables, tenant, owner),
    insert: async (submission) => insert(tables, submission),
    ...createActs(async (key, act) => update(tables, key, act)),
    lease: async (wish) => lease(tables, wish),
    nextDue: async (tenants, isKnownOnly = false) => {
      const times = dueOf(tables, tenants, isKnownOnly).map(freeAt);
      return times.length === 0 ? null : Math.min(...times);
    },
    async countVisitors() {
      const open = all().filter(({ isVisitor, settledAt }) => isVisitor && settledAt === null);
      return new Map(
        [...groupBy(open, ({ key }) => key.tenant)].map(([tenant, own]) => [tenant, own.length]),
      );
    },
    listAttention: async (tenant, after) =>
      all()
        .filter(({ key }) => key.tenant === tenant && key.subject > (after ?? ''))
        .filter(({ erasedAt, items }) => erasedAt === null && items.some(needsAttention))
        .map(({ key: { subject }, acceptedAt }) => ({ subject, acceptedAt }))
        .sort((left, right) => (left.subject < right.subject ? -1 : 1)),
    backlog: async () => countBacklog(all()),
    async sweep() {
      const swept = all().flatMap(({ key, reference }) => {
        const aged = update(tables, key, age);
        return aged === null ? [] : [{ key, reference, ...aged }];
      });
      const isFresh = ({ givenAt }: StoredConsent) => givenAt > now() - RETENTION.consents;
      for (const [name, given] of tables.consents) tables.consents.set(name, given.filter(isFresh));
      return swept;
    },
    async doubt(wait) {
      const learned = freshDelays(tables);
      const open = all().filter(
        ({ key }) => update(tables, key, doubt(wait, learned.get(key.tenant))) === true,
      );
      tables.restoredAt = now();
      const until = now() + wait.answer;
      const delay = (event: WebhookEvent): WebhookEvent =>
        event.dueAt === null ? event : { ...event, dueAt: Math.max(event.dueAt, until) };
      for (const [name, list] of events) events.set(name, list.map(delay));
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
        replaceContent(records, copy[0]);
        replaceContent(tables.consents, copy[1]);
        replaceContent(events, copy[2]);
      };
    },
  };
}

function freshDelays({ quiet, now }: Tables): ReadonlyMap<Tenant, number> {
  const fresh = [...quiet].filter(([, { at }]) => at > now() - RECONCILE_DELAY_KEPT);
  return new Map(fresh.map(([tenant, { milliseconds }]) => [tenant, milliseconds]));
}

function replaceContent<Value>(map: Map<string, Value>, copy: ReadonlyMap<string, Value>): void {
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
  if (done.consents !== undefined) storeConsents(tables, done.record ?? before, done.consents);
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
  if (consents !== null) storeConsents(tables, record, { given: consents, replaces: true });
  return record;
}

/** Consents of an earlier submission stay, because they were given before this one was accepted. */
function storeConsents(
  { consents, now }: Tables,
  { key, reference, acceptedAt }: StoredRecord,
  { given, replaces }: NonNullable<Done<unknown>['consents']>,
): void {
  const name = nameOf(key);
  const common = { subject: key.subject, reference, givenAt: Math.max(now(), acceptedAt) };
  const added = distinctConsents(given).map((consent) => ({ ...consent, ...common }));
  const isRetained = (stored: StoredConsent) =>
    stored.givenAt < acceptedAt || (!replaces && added.every(({ id }) => id !== stored.id));
  consents.set(name, [...(consents.get(name) ?? []).filter(isRetained), ...added]);
}

const findConsents = ({ consents }: Tables, tenant: Tenant, owner: ConsentOwner): readonly StoredConsent[] =>
  [...consents]
    .flatMap(([name, all]) => (name.startsWith(`${tenant}\n`) ? all : []))
    .filter((consent) =>
      'subject' in owner ? consent.subject === owner.subject : consent.reference === owner.reference,
    )
    .sort((left, right) => left.givenAt - right.givenAt || (left.id < right.id ? -1 : 1));

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
    (left, right) =>
      Number(left.isVisitor) - Number(right.isVisitor) ||
      left.servedAt - right.servedAt ||
      byAge(left, right),
  );
  return free.slice(0, most).map((record) => {
    const leased = { ...record, leaseOwner: owner, leaseUntil: now + duration };
    tables.records.set(nameOf(record.key), leased);
    return leased;
  });
}

const byAge = (left: StoredRecord, right: StoredRecord): number =>
  left.acceptedAt - right.acceptedAt || (left.key.subject < right.key.subject ? -1 : 1);

function matches({ key, reference, emailHash, items }: StoredRecord, query: PersonQuery): boolean {
  switch (query.kind) {
    case 'reference':
      return reference === query.reference;
    case 'application': {
      const { application } = query;
      const isMade = items.some(({ question, serviceId }) => question === null && serviceId === application);
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

const groupBy = <Item, Name>(
  all: readonly Item[],
  by: (item: Item) => Name,
): ReadonlyMap<Name, readonly Item[]> =>
  new Map([...new Set(all.map(by))].map((name) => [name, all.filter((item) => by(item) === name)]));

function countBacklog(records: readonly StoredRecord[]): readonly Backlog[] {
  const open = records.filter(({ settledAt, items }) => settledAt === null || items.some(needsAttention));
  return [...groupBy(open, ({ key }) => key.tenant)].map(([tenant, own]) => {
    const unsettled = own.filter(({ settledAt }) => settledAt === null);
    const items = { queued: 0, sending: 0, unclear: 0, refused: 0, parked: 0 };
    for (const { state } of own.flatMap((record) => record.items))
      if (state !== 'delivered') items[state] += 1;
    return {
      tenant,
      items,
      queued: unsettled.length,
      attention: own.filter((record) => record.items.some(needsAttention)).length,
      oldestAcceptedAt:
        unsettled.length === 0 ? null : Math.min(...unsettled.map(({ acceptedAt }) => acceptedAt)),
    };
  });
}

function createOutbox({ events, now }: Tables): WebhookOutbox {
  const all = () => [...events.values()].flat();
  const change = (seen: Pick<WebhookEvent, 'key' | 'sequence'>, to: Partial<WebhookEvent>) => {
    const list = events.get(nameOf(seen.key)) ?? [];
    const changed = list.map((event) => (event.sequence === seen.sequence ? { ...event, ...to } : event));
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
        .filter((event) => isDue(event, now()) && isInScope(scope, event))
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
      const isOld = (event: WebhookEvent) => isDue(event, now()) && event.expiresAt <= now() - ago;
      const old = all().filter((event) => event.key.tenant === tenant && isOld(event));
      for (const event of old) change(event, { dueAt: null, stoppedFor: 'expired' });
      return old;
    },
    listDue: async (tenants) =>
      tenants.filter((tenant) => all().some((event) => event.key.tenant === tenant && isDue(event, now()))),
    listStopped: async (key) => (events.get(nameOf(key)) ?? []).filter(isStopped),
    async listSubjects(tenant, after) {
      const stopped = all().filter((event) => isStopped(event) && event.key.tenant === tenant);
      const found = new Map(stopped.map(({ key: { subject }, acceptedAt }) => [subject, acceptedAt]));
      return [...found]
        .map(([subject, acceptedAt]) => ({ subject, acceptedAt }))
        .filter(({ subject }) => subject > (after ?? ''))
        .sort((left, right) => (left.subject < right.subject ? -1 : 1));
    },
    async runAction(key, action) {
      const stopped = (events.get(nameOf(key)) ?? []).filter(isStopped);
      const fresh = { dueAt: now(), expiresAt: now() + EXPIRES_AFTER, tries: 0 };
      for (const event of stopped) change(event, { stoppedFor: null, ...(action === 'retry' ? fresh : {}) });
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

const isInScope = ({ tenant, only, except }: WebhookScope, { key, job }: WebhookEvent): boolean =>
  key.tenant === tenant && (only === null ? job === null || !except.includes(job) : job === only);

const byDue = (left: WebhookEvent, right: WebhookEvent): number =>
  (left.dueAt ?? 0) - (right.dueAt ?? 0) || (left.key.subject < right.key.subject ? -1 : 1);

/** The demands learned from refusals. */
export function createMapLessons(now: () => number): Lessons {
  const all = new Map<string, Lesson & { readonly tenant: Tenant }>();
  const nameOfLesson = (...name: readonly string[]) => JSON.stringify(name);
  const lessonsOf = (tenant: Tenant, job?: JobId) =>
    [...all].filter(
      ([, lesson]) =>
        lesson.tenant === tenant &&
        (job === undefined || lesson.job === job) &&
        lesson.refusedAt > now() - LESSON_KEPT,
    );
  return {
    list: async (tenant, job) => lessonsOf(tenant, job).map(([, { tenant: _, ...lesson }]) => lesson),
    async learn(tenant, job, fields) {
      const known = new Map(lessonsOf(tenant, job));
      const fresh = [...new Set(fields)].filter((field) => !known.has(nameOfLesson(tenant, job, field)));
      for (const field of new Set(fields)) {
        const name = nameOfLesson(tenant, job, field);
        const { learnedAt = now(), agreed = false } = known.get(name) ?? {};
        all.set(name, { tenant, job, field, learnedAt, agreed, refusedAt: now() });
      }
      return fresh;
    },
    async agree(tenant, job, field) {
      const known = new Map(lessonsOf(tenant, job)).get(nameOfLesson(tenant, job, field));
      if (known !== undefined) all.set(nameOfLesson(tenant, job, field), { ...known, agreed: true });
      return known !== undefined;
    },
    async clear(tenant, job, field) {
      const gone = lessonsOf(tenant, job).filter(([, lesson]) => field === null || lesson.field === field);
      for (const [name] of gone) all.delete(name);
      return gone.length > 0;
    },
  };
}
