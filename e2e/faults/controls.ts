/**
 * Each control switches one mechanism off, by replacing what the ledger depends on and never the ledger itself. If the
 * simulation then found no faults, its results could not be trusted.
 */

import { failure, success } from '../../src/core/model/failure.ts';
import type { AttachedFile } from '../../src/core/model/question.ts';
import type { LedgerRules } from '../../src/server/ledger/dependencies.ts';
import type { ServiceGateway } from '../../src/server/ledger/http-gateway.ts';
import type { LedgerStore } from '../../src/server/ledger/ledger-store.ts';
import type { Item } from '../../src/server/ledger/record.ts';
import type { WebhookEvent, WebhookOutbox } from '../../src/server/ledger/webhooks/outbox.ts';
import type { Lessons, SubjectKey } from '../../src/server/ports.ts';
import type { Host } from './host.ts';
import { ownNames } from './simulated-gateway.ts';

/** Those that only schedules show in which a back end is told. */
export const eventControls = ['outbox', 'event-ids', 'erased-events', 'restored-events'] as const;

export const controls = [
  'quiet',
  'lease',
  'mark',
  'version',
  'read-back',
  'proof',
  'documents',
  'names',
  'own-names',
  'lessons',
  'restore',
  'erase',
  'clock',
  ...eventControls,
] as const;
export type Control = (typeof controls)[number];

export const isControl = (text: string): text is Control => controls.some((one) => one === text);

export function controlRules(rules: LedgerRules, control: Control | null): LedgerRules {
  if (control === 'quiet') return { ...rules, quiet: 0 };
  const isBlind = control === 'read-back' || control === 'documents';
  return isBlind ? { ...rules, withoutReadBack: () => 'resend' } : rules;
}

export function controlGateway(gateway: ServiceGateway, control: Control | null): ServiceGateway {
  if (control === 'read-back') return withoutReads(gateway);
  if (control === 'proof') return withoutProof(gateway);
  if (control === 'documents') return withoutDocuments(gateway);
  if (control === 'names') return withoutNumbers(gateway);
  return control === 'own-names' ? withoutOwnNames(gateway) : gateway;
}

/** No read-back is possible, as with a service that does not show what it holds. */
const withoutReads = (gateway: ServiceGateway): ServiceGateway => ({
  ...gateway,
  readAnswers: async () => failure({ kind: 'impossible' }),
  findApplication: async () => failure({ kind: 'impossible' }),
});

/** A reply that shows something else than what was asked for is taken for one that shows nothing. */
const withoutProof = (gateway: ServiceGateway): ServiceGateway => ({
  ...gateway,
  async readAnswers(application, wish) {
    const read = await gateway.readAnswers(application, wish);
    if (read.ok || read.error.kind !== 'unproven') return read;
    return success({ answers: [], clockAhead: null, hasAnswers: true, hasDocuments: wish.documents });
  },
  async findApplication(...wanted) {
    const found = await gateway.findApplication(...wanted);
    return found.ok || found.error.kind !== 'unproven' ? found : success(null);
  },
});

/** Answers are read back, and documents of an application are not. */
const withoutDocuments = (gateway: ServiceGateway): ServiceGateway => ({
  ...gateway,
  readAnswers: (application) => gateway.readAnswers(application, { documents: false }),
});

/** Each file goes by the name that it was given with, also where another one has it. */
function withoutNumbers(gateway: ServiceGateway): ServiceGateway {
  const given = <File extends AttachedFile>(file: File): File => ({
    ...file,
    name: file.name.replace(/( \(\d+\))+(?=\.[^.]*$)/, ''),
  });
  return {
    ...gateway,
    sendAnswer(key, answer, application) {
      const { value } = answer;
      const sent =
        value.kind === 'document' ? { ...answer, value: { ...value, file: given(value.file) } } : answer;
      return gateway.sendAnswer(key, sent, application);
    },
    makeApplication(key, destination, reference) {
      const { cv, cover_letter, documents } = destination.files ?? {};
      const files = {
        ...(cv && { cv: given(cv) }),
        ...(cover_letter && { cover_letter: given(cover_letter) }),
        ...(documents && { documents: documents.map(given) }),
      };
      return gateway.makeApplication(key, { ...destination, files }, reference);
    },
  };
}

/** Files that the service calls otherwise are overlooked. */
const withoutOwnNames = (gateway: ServiceGateway): ServiceGateway => ({
  ...gateway,
  async readAnswers(application, wanted) {
    const read = await gateway.readAnswers(application, wanted);
    if (!read.ok) return read;
    const answers = read.value.answers.filter(
      ({ attributes }) => !JSON.stringify(attributes).includes(ownNames),
    );
    return success({ ...read.value, answers });
  },
});

/** What is learned is forgotten at once. */
export const controlLessons = (lessons: Lessons, control: Control | null): Lessons =>
  control === 'lessons' ? { ...lessons, learn: async () => [] } : lessons;

/** The store that all processes share, as each of them reaches it. */
export function controlSharedStore(control: Control | null): (base: LedgerStore) => LedgerStore {
  const holders: Holders = new Map();
  const left: WebhookEvent[] = [];
  return (base) => {
    if (control === 'lease') return withoutLease(base, holders);
    if (control === 'erase') return withoutWaiting(base);
    if (control === 'outbox') return { ...base, webhooks: forgetful(base.webhooks) };
    if (control === 'event-ids') return { ...base, webhooks: withoutIds(base.webhooks) };
    if (control === 'erased-events') return withoutForgetting(base, left);
    return control === 'version' ? withoutVersions(base) : base;
  };
}

/** What is taken to be told is over, whether it is taken or not. */
const forgetful = (base: WebhookOutbox): WebhookOutbox => ({
  ...base,
  async take(...wish) {
    const taken = await base.take(...wish);
    for (const event of taken) await base.finish(event);
    return taken;
  },
});

/** Each try of an event has an id of its own. */
const withoutIds = (base: WebhookOutbox): WebhookOutbox => ({
  ...base,
  take: async (...wish) =>
    (await base.take(...wish)).map((event) => ({ ...event, id: `${event.id} ${event.tries}` })),
});

/** What was to be told of one who is erased is told still. */
const withoutForgetting = (base: LedgerStore, left: WebhookEvent[]): LedgerStore => ({
  ...base,
  amend: async (amendment) => {
    const { tenant, subject } = amendment.key;
    const scope = { tenant, only: null, except: [] };
    const due = amendment.erases === true ? await base.webhooks.take(scope, { most: 100, holdFor: 0 }) : [];
    const isDone = await base.amend(amendment);
    if (isDone) left.push(...due.filter(({ key }) => key.subject === subject));
    return isDone;
  },
  webhooks: {
    ...base.webhooks,
    take: async (...wish) => [...(await base.webhooks.take(...wish)), ...left.splice(0)],
  },
});

/** The store as one process reaches it. */
export function controlOwnStore(
  base: LedgerStore,
  {
    host,
    shared,
    control,
  }: { readonly host: Host; readonly shared: LedgerStore; readonly control: Control | null },
): LedgerStore {
  return control === 'mark' ? withoutMark(base, shared, host) : base;
}

/** Which processes have a submission in hand. */
type Holders = Map<string, { readonly key: SubjectKey; readonly owners: Set<string> }>;

/**
 * All processes are one owner, so each can lease what another one holds, though not what it has in hand itself: it would
 * lease that for ever. Versions are switched off too: otherwise they would refuse the second mark, as they did in every
 * schedule that was run.
 */
function withoutLease(versioned: LedgerStore, holders: Holders): LedgerStore {
  const owner = 'everybody';
  const base = withoutVersions(versioned);
  const nameOf = ({ tenant, subject }: SubjectKey) => `${tenant}\n${subject}`;
  let own = '';
  const free = async () => {
    for (const { key, owners } of holders.values()) {
      const record = owners.has(own) ? null : await base.find(key);
      if (record?.leaseOwner === owner && record.dueAt !== null)
        await base.release({ key, owner }, { version: record.version, dueAt: record.dueAt });
    }
  };
  return {
    ...base,
    find: async (key) => {
      const record = await base.find(key);
      const isInHand = record?.leaseOwner === owner && holders.get(nameOf(key))?.owners.has(own);
      return isInHand ? { ...record, leaseOwner: own } : record;
    },
    lease: async (wish) => {
      own = wish.owner;
      await free();
      const records = await base.lease({ ...wish, owner });
      for (const { key } of records) {
        const held = holders.get(nameOf(key)) ?? { key, owners: new Set() };
        holders.set(nameOf(key), { key, owners: held.owners.add(own) });
      }
      return records;
    },
    renew: async () => true,
    change: (held, change) => base.change({ ...held, owner }, change),
    release: async (held, next) => {
      holders.get(nameOf(held.key))?.owners.delete(held.owner);
      return (await base.release({ ...held, owner }, next)) || true;
    },
    mark: (held, item, delay) => base.mark({ ...held, owner }, item, delay),
  };
}

/** An erasure does not wait for what is under way. */
const withoutWaiting = (base: LedgerStore): LedgerStore => ({
  ...base,
  amend: async (amendment) => {
    const isDone = await base.amend(amendment);
    const record = isDone && amendment.erases === true ? await base.find(amendment.key) : null;
    for (const item of record?.items ?? [])
      if (item.state === 'sending' || item.state === 'unclear')
        await base.settle(amendment.key, item, { state: 'parked', code: 'given_up' });
    return isDone;
  },
});

/** Every version is taken for the current one. */
function withoutVersions(base: LedgerStore): LedgerStore {
  const current = async (key: SubjectKey, { question, part }: Pick<Item, 'question' | 'part'>) => {
    const record = await base.find(key);
    return record?.items.find((item) => item.question === question && item.part === part);
  };
  return {
    ...base,
    mark: async (held, item, delay) => {
      const now = await current(held.key, item);
      if (now === undefined) return null;
      const isQueued = now.state === 'queued';
      if (!isQueued) await base.settle(held.key, now, { state: 'queued', dueAt: 0 });
      const fresh = isQueued ? now : await current(held.key, item);
      return fresh === undefined ? null : base.mark(held, fresh, delay);
    },
    settle: async (key, item, change) => {
      const now = await current(key, item);
      return now === undefined ? false : base.settle(key, now, change);
    },
  };
}

/** What was only marked is forgotten when its process ends. */
function withoutMark(base: LedgerStore, shared: LedgerStore, host: Host): LedgerStore {
  const marked = new Map<
    string,
    { readonly key: SubjectKey; readonly item: Pick<Item, 'question' | 'part' | 'version'> }
  >();
  host.onEnd(() => {
    for (const { key, item } of marked.values()) void shared.settle(key, item, { state: 'queued', dueAt: 0 });
  });
  return {
    ...base,
    mark: async (held, item, delay) => {
      const done = await base.mark(held, item, delay);
      if (done !== null)
        marked.set(`${held.key.subject}\n${item.question}\n${item.part}`, {
          key: held.key,
          item: { ...item, ...done },
        });
      return done;
    },
  };
}
