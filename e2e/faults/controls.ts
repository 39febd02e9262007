/**
 * Each control switches one mechanism off, around the ledger and never in it: what the ledger is given no longer does
 * what it promises. A simulation that finds nothing then could not be believed.
 */

import { failure } from '../../src/core/model/outcome.ts';
import type { SubjectKey } from '../../src/core/model/ports.ts';
import type { LedgerRules } from '../../src/server/delivery/dependencies.ts';
import type { Item, LedgerStore } from '../../src/server/delivery/ledger-store.ts';
import type { ServiceGateway } from '../../src/server/delivery/service-gateway.ts';
import type { Host } from './host.ts';

export const controls = ['quiet', 'lease', 'mark', 'version', 'read-back', 'restore', 'erase'] as const;
export type Control = (typeof controls)[number];

export const isControl = (text: string): text is Control => controls.some((one) => one === text);

export function controlRules(rules: LedgerRules, control: Control | null): LedgerRules {
  if (control === 'quiet') return { ...rules, quiet: 0 };
  return control === 'read-back' ? { ...rules, withoutReadBack: () => 'resend' } : rules;
}

/** No way to look: as with a service that shows nobody what it holds. */
export function controlGateway(gateway: ServiceGateway, control: Control | null): ServiceGateway {
  if (control !== 'read-back') return gateway;
  return {
    ...gateway,
    readAnswers: async () => failure({ kind: 'impossible' }),
    findApplication: async () => failure({ kind: 'impossible' }),
  };
}

/** The store that all processes share. */
export function controlSharedStore(base: LedgerStore, control: Control | null): LedgerStore {
  if (control === 'lease') return withoutLease(base);
  if (control === 'erase') return withoutWaiting(base);
  return control === 'version' ? withoutVersions(base) : base;
}

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

/**
 * All processes are one owner, and whoever asks gets what another one holds. What the lease excludes, a version would
 * refuse at the mark (alone, it does in every schedule that was run), so that the mark is left to the lease.
 */
function withoutLease(versioned: LedgerStore): LedgerStore {
  const owner = 'everybody';
  const base = withoutVersions(versioned);
  const leased = new Map<string, SubjectKey>();
  const free = async () => {
    for (const key of leased.values()) {
      const record = await base.find(key);
      if (record?.leaseOwner === owner && record.dueAt !== null)
        await base.release({ key, owner }, { version: record.version, dueAt: record.dueAt });
    }
  };
  return {
    ...base,
    lease: async (wish) => {
      await free();
      const records = await base.lease({ ...wish, owner });
      for (const { key } of records) leased.set(`${key.tenant}\n${key.subject}`, key);
      return records;
    },
    renew: async () => true,
    change: (held, change) => base.change({ ...held, owner }, change),
    release: async (held, next) => (await base.release({ ...held, owner }, next)) || true,
    mark: (held, item, look) => base.mark({ ...held, owner }, item, look),
  };
}

/** What is to be erased is taken as though nothing of it were under way. */
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

/** Whatever version somebody has seen is taken for the current one. */
function withoutVersions(base: LedgerStore): LedgerStore {
  const current = async (key: SubjectKey, { question, part }: Pick<Item, 'question' | 'part'>) => {
    const record = await base.find(key);
    return record?.items.find((item) => item.question === question && item.part === part);
  };
  return {
    ...base,
    mark: async (held, item, look) => {
      const now = await current(held.key, item);
      if (now === undefined) return null;
      const isQueued = now.state === 'queued';
      if (!isQueued) await base.settle(held.key, now, { state: 'queued', dueAt: 0 });
      const fresh = isQueued ? now : await current(held.key, item);
      return fresh === undefined ? null : base.mark(held, fresh, look);
    },
    settle: async (key, item, change) => {
      const now = await current(key, item);
      return now === undefined ? false : base.settle(key, now, change);
    },
  };
}

/** What was only marked is forgotten when its process ends. */
function withoutMark(base: LedgerStore, shared: LedgerStore, host: Host): LedgerStore {
  const marked = new Map<string, { readonly key: SubjectKey; readonly item: Item }>();
  host.onEnd(() => {
    for (const { key, item } of marked.values()) void shared.settle(key, item, { state: 'queued', dueAt: 0 });
  });
  return {
    ...base,
    mark: async (held, item, look) => {
      const done = await base.mark(held, item, look);
      if (done !== null)
        marked.set(`${held.key.subject}\n${item.question}\n${item.part}`, { key: held.key, item: done });
      return done;
    },
  };
}
