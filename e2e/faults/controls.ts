/**
 * Each control takes one mechanism away, by replacing what the ledger depends on and never the ledger itself. If no faults
 * were found then, the results of all other runs could not be trusted.
 */
import { failure } from '../../src/core/model/failure.ts';
import type { LedgerRules } from '../../src/server/ledger/dependencies.ts';
import type { ServiceGateway } from '../../src/server/ledger/http-gateway.ts';
import type { LedgerStore } from '../../src/server/ledger/ledger-store.ts';
import type { ItemName, Lease } from '../../src/server/ledger/record.ts';
import type { WebhookOutbox } from '../../src/server/ledger/webhooks/outbox.ts';
import type { SubjectKey } from '../../src/server/ports.ts';
import type { Process } from './process.ts';

/** What one schedule replaces. */
export interface Replaced {
  readonly rules?: Partial<LedgerRules>;
  readonly gateway?: (base: ServiceGateway) => ServiceGateway;
  /** The store as every process reaches it. */
  readonly store?: (base: LedgerStore) => LedgerStore;
  /** The store as this process reaches it. */
  readonly ownStore?: (base: LedgerStore, shared: LedgerStore, process: Process) => LedgerStore;
  /** A restored copy is not recognised. */
  readonly isUnrecognised?: true;
  /** The store's time is that of the wall clock. */
  readonly hasWallTime?: true;
}

const resend: Partial<LedgerRules> = { withoutReadBack: () => 'resend' };

const table = {
  quiet: { rules: { reconcileDelay: 0 } },
  lease: { rules: { leaseFor: 2_000 }, store: withoutLease },
  mark: { ownStore: withoutMark },
  version: { store: withoutVersions },
  'read-back': { rules: resend, gateway: withoutReads },
  restore: { isUnrecognised: true },
  clock: { hasWallTime: true },
  outbox: { store: (base) => ({ ...base, webhooks: forgetful(base.webhooks) }) },
  'event-ids': { store: (base) => ({ ...base, webhooks: withoutIds(base.webhooks) }) },
} as const satisfies Readonly<Record<string, Replaced>>;

export type Control = keyof typeof table;

export const controls = Object.keys(table).filter(isControl);

export function isControl(text: string): text is Control {
  return Object.hasOwn(table, text);
}

/** Those that only schedules show in which a back end is told. */
export const needsReceiver = (control: Control | null): boolean =>
  control === 'outbox' || control === 'event-ids';

export const replacedBy = (control: Control | null): Replaced => (control === null ? {} : table[control]);

/** As with a service that does not show what it holds. */
function withoutReads(gateway: ServiceGateway): ServiceGateway {
  const impossible = async () => failure({ kind: 'impossible' } as const);
  return { ...gateway, readAnswers: impossible, findApplication: impossible };
}

/** What is taken to be told is over, whether it is heard or not. */
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

/**
 * Leases run out under the hands of their holders, and every process passes for the holder. Versions are switched off too,
 * since they would refuse the second mark.
 */
function withoutLease(versioned: LedgerStore): LedgerStore {
  const base = withoutVersions(versioned);
  const asHolder = async <Value>({ key }: Lease, act: (held: Lease) => Promise<Value>): Promise<Value> => {
    const record = await base.find(key);
    return act({ key, owner: record?.leaseOwner ?? '' });
  };
  return {
    ...base,
    renew: async () => true,
    changeSubmission: (held, change) => asHolder(held, (holder) => base.changeSubmission(holder, change)),
    mark: (held, item, delay) => asHolder(held, (holder) => base.mark(holder, item, delay)),
  };
}

/** Every version is taken for the current one. */
function withoutVersions(base: LedgerStore): LedgerStore {
  const current = async (key: SubjectKey, { question, part }: ItemName) => {
    const record = await base.find(key);
    return record?.items.find((item) => item.question === question && item.part === part);
  };
  return {
    ...base,
    async mark(held, item, delay) {
      const now = await current(held.key, item);
      if (now === undefined) return null;
      const isQueued = now.state === 'queued';
      if (!isQueued) await base.changeItem(held.key, now, { state: 'queued', dueAt: 0 });
      const fresh = isQueued ? now : await current(held.key, item);
      return fresh === undefined ? null : base.mark(held, fresh, delay);
    },
    async changeItem(key, item, change) {
      const now = await current(key, item);
      return now === undefined ? false : base.changeItem(key, now, change);
    },
  };
}

/** What was only marked is forgotten when its process ends. */
function withoutMark(base: LedgerStore, shared: LedgerStore, process: Process): LedgerStore {
  return {
    ...base,
    async mark(held, item, delay) {
      const done = await base.mark(held, item, delay);
      const marked = done && { question: item.question, part: item.part, version: done.version };
      if (marked !== null)
        process.onEnd(() => void shared.changeItem(held.key, marked, { state: 'queued', dueAt: 0 }));
      return done;
    },
  };
}
