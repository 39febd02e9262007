/**
 * Each control removes one mechanism by replacing a dependency of the ledger, never the ledger itself. A control that
 * finds no faults would show that the other runs prove nothing.
 */
import { failure } from '../../src/core/model/failure.ts';
import type { LedgerRules } from '../../src/server/ledger/dependencies.ts';
import type { ServiceGateway } from '../../src/server/ledger/http-gateway.ts';
import type { LedgerStore } from '../../src/server/ledger/ledger-store.ts';
import type { ItemName, Lease } from '../../src/server/ledger/record.ts';
import type { WebhookOutbox } from '../../src/server/ledger/webhooks/outbox.ts';
import type { SubjectKey } from '../../src/server/ports.ts';
import type { Process } from './process.ts';

/** The dependencies that a control replaces. */
export interface Replaced {
  readonly rules?: Partial<LedgerRules>;
  readonly gateway?: (base: ServiceGateway) => ServiceGateway;
  /** Replaces the store of all processes. */
  readonly store?: (base: LedgerStore) => LedgerStore;
  /** Replaces the store of one process. */
  readonly ownStore?: (base: LedgerStore, shared: LedgerStore, process: Process) => LedgerStore;
  /** Whether a restored copy is not recognised. */
  readonly isUnrecognised?: true;
  /** Whether the store uses the wall clock. */
  readonly hasWallTime?: true;
}

const resendRules: Partial<LedgerRules> = { withoutReadBack: () => 'resend' };

const table = {
  quiet: { rules: { reconcileDelay: 0 } },
  lease: { rules: { leaseFor: 2_000 }, store: withoutLease },
  mark: { ownStore: withoutMark },
  version: { store: withoutVersions },
  'read-back': { rules: resendRules, gateway: withoutReads },
  restore: { isUnrecognised: true },
  clock: { hasWallTime: true },
  outbox: { store: (base) => ({ ...base, webhooks: withoutRedelivery(base.webhooks) }) },
  'event-ids': { store: (base) => ({ ...base, webhooks: withoutIds(base.webhooks) }) },
} as const satisfies Readonly<Record<string, Replaced>>;

export type Control = keyof typeof table;

export const controls = Object.keys(table).filter(isControl);

export function isControl(text: string): text is Control {
  return Object.hasOwn(table, text);
}

/** Whether the effect of a control can be seen only in schedules with a webhook. */
export const needsReceiver = (control: Control | null): boolean =>
  control === 'outbox' || control === 'event-ids';

export const replacedBy = (control: Control | null): Replaced => (control === null ? {} : table[control]);

/** Acts like a service that does not return stored answers. */
function withoutReads(gateway: ServiceGateway): ServiceGateway {
  const impossible = async () => failure({ kind: 'impossible' } as const);
  return { ...gateway, readAnswers: impossible, findApplication: impossible };
}

/** An event counts as delivered as soon as it is taken. */
const withoutRedelivery = (base: WebhookOutbox): WebhookOutbox => ({
  ...base,
  async take(...given) {
    const taken = await base.take(...given);
    for (const event of taken) await base.finish(event);
    return taken;
  },
});

/** Each attempt to deliver an event gets a new id. */
const withoutIds = (base: WebhookOutbox): WebhookOutbox => ({
  ...base,
  take: async (...given) =>
    (await base.take(...given)).map((event) => ({ ...event, id: `${event.id} ${event.tries}` })),
});

/**
 * Leases end early, and every process counts as the holder. Versions are switched off, too, because
 * they would refuse the second mark.
 */
function withoutLease(versioned: LedgerStore): LedgerStore {
  const base = withoutVersions(versioned);
  const asHolder = async <Value>({ key }: Lease, act: (lease: Lease) => Promise<Value>): Promise<Value> => {
    const record = await base.find(key);
    return act({ key, owner: record?.leaseOwner ?? '' });
  };
  return {
    ...base,
    renew: async () => true,
    changeSubmission: (lease, change) => asHolder(lease, (holder) => base.changeSubmission(holder, change)),
    mark: (lease, item, delay) => asHolder(lease, (holder) => base.mark(holder, item, delay)),
  };
}

/** Every version counts as the current one. */
function withoutVersions(base: LedgerStore): LedgerStore {
  const current = async (key: SubjectKey, { question, part }: ItemName) => {
    const record = await base.find(key);
    return record?.items.find((item) => item.question === question && item.part === part);
  };
  return {
    ...base,
    async mark(lease, item, delay) {
      const now = await current(lease.key, item);
      if (now === undefined) return null;
      const isQueued = now.state === 'queued';
      if (!isQueued) await base.changeItem(lease.key, now, { state: 'queued', dueAt: 0 });
      const fresh = isQueued ? now : await current(lease.key, item);
      return fresh === undefined ? null : base.mark(lease, fresh, delay);
    },
    async changeItem(key, item, change) {
      const now = await current(key, item);
      return now === undefined ? false : base.changeItem(key, now, change);
    },
  };
}

/** A mark is lost when its process ends. */
function withoutMark(base: LedgerStore, shared: LedgerStore, process: Process): LedgerStore {
  return {
    ...base,
    async mark(lease, item, delay) {
      const done = await base.mark(lease, item, delay);
      const marked = done && { question: item.question, part: item.part, version: done.version };
      if (marked !== null)
        process.onEnd(() => void shared.changeItem(lease.key, marked, { state: 'queued', dueAt: 0 }));
      return done;
    },
  };
}
