/**
 * What the service says of one id, for those who may not know which ids there are: kept for a minute, a no for five
 * seconds. How many ids that were never shown become questions to the service is limited by network and tenant.
 */
import type * as z from 'zod';
import { success } from '../../core/model/failure.ts';
import type { Tenant } from '../../core/model/ids.ts';
import { createLruCache } from '../http/lru-cache.ts';
import type { Patience } from '../http/patience.ts';
import { type Checked, refused } from '../http/refusal.ts';
import type { TreeStore } from '../ports.ts';
import type { Service } from '../service/create-service.ts';
import type { ServiceError } from '../service/service-error.ts';
import { networkOf } from '../sessions/visitors.ts';
import type { Limits } from './limits.ts';

/** Milliseconds that a reading counts: as long as a form (`src/README.md#11-the-services-rate-limit`). */
export const FRESH = 60_000;
/** Milliseconds that a no is remembered, whatever its reason. */
const NO_FRESH = 5_000;
/** Milliseconds after a reading that failed; shorter where no earlier one serves meanwhile. */
const PAUSE_AFTER_FAILURE = 5_000;
const PAUSE_WITHOUT_READING = 1_000;
/** About 200 bytes each. */
const MOST_READINGS = 3_000;

export interface AskedById {
  readonly tenant: { readonly id: Tenant };
  /** Of a visitor who names the id; null: it may be asked for without an allowance. */
  readonly address: string | null;
  readonly patience: Patience;
}

export type Verdict<Value> =
  | { readonly kind: 'shown'; readonly value: Value }
  | { readonly kind: 'absent' }
  /** The service does not tell. */
  | { readonly kind: 'untold' }
  /** `retryAfter` in seconds. */
  | { readonly kind: 'down'; readonly retryAfter: number };

export interface Readings<Asked, Value> {
  find(asked: Asked): Promise<Checked<Value>>;
  /** By what is known here already; asks nothing. */
  isRefused(tenant: Tenant, id: string): boolean;
  /** The same; null: it is not known. */
  shownOf(tenant: Tenant, id: string): Value | null;
}

interface Entry<Value> {
  /** As it was shown last; null: it was not, or is no longer. */
  shown: Value | null;
  /** Of the last reading; null: there was none. */
  verdict: Verdict<Value>['kind'] | null;
  /** Milliseconds since 1970: not read before. */
  nextAt: number;
  /** Resolves, whatever comes of it. */
  reading: Promise<void> | null;
  isRestored: boolean;
}

interface Kind<Asked, Value> {
  readonly idOf: (asked: Asked) => string;
  /** In the store of trees, before the id: no form and no other reading has such a name. */
  readonly name: string;
  readonly schema: z.ZodType<Value>;
  readonly read: (asked: Asked) => Promise<Verdict<Value>>;
  readonly refuse: (kind: 'absent' | 'untold') => Checked<never>;
}

export interface ReadingsDependencies {
  /** Outlives this process; null: what was read here is all there is. */
  readonly trees: TreeStore | null;
  readonly limits: Limits;
  readonly now: () => number;
}

export function createReadings<Asked extends AskedById, Value>(
  kind: Kind<Asked, Value>,
  { trees, limits, now }: ReadingsDependencies,
): Readings<Asked, Value> {
  const entries = createLruCache<string, Entry<Value>>(MOST_READINGS);
  const keyOf = (tenant: Tenant, id: string) => JSON.stringify([tenant, id]);

  /** Ids that were never shown must not become questions to the service without end. */
  async function prepare(entry: Entry<Value>, asked: Asked): Promise<Checked<null>> {
    if (!entry.isRestored) {
      entry.isRestored = true;
      entry.shown = await restore(kind, asked, trees);
    }
    const { address, tenant } = asked;
    if (entry.shown !== null || address === null) return success(null);
    const ofNetwork = await limits.spend('newJob', networkOf(address), tenant.id);
    return ofNetwork.ok ? limits.spend('newJobOfTenant', tenant.id, tenant.id) : ofNetwork;
  }

  async function learn(entry: Entry<Value>, asked: Asked, verdict: Verdict<Value>): Promise<void> {
    entry.verdict = verdict.kind;
    entry.nextAt = now() + pauseAfter(verdict, entry.shown !== null);
    if (verdict.kind === 'down') return;
    const before = entry.shown;
    entry.shown = verdict.kind === 'shown' ? verdict.value : null;
    await keep(kind, asked, { before, after: entry.shown, trees });
  }

  return {
    async find(asked) {
      const key = keyOf(asked.tenant.id, kind.idOf(asked));
      const entry = entries.get(key) ?? newEntry();
      entries.set(key, entry);
      if (entry.reading === null && now() >= entry.nextAt) {
        const spent = await prepare(entry, asked);
        if (!spent.ok) return spent;
        const read = async () => learn(entry, asked, await kind.read(asked));
        entry.reading ??= read().finally(() => {
          entry.reading = null;
        });
      }
      const { patience } = asked;
      if (entry.reading !== null)
        await (entry.shown === null ? patience.forFirst(entry.reading) : patience.forNewer(entry.reading));
      return tell(entry, kind, now());
    },
    isRefused(tenant, id) {
      const verdict = entries.get(keyOf(tenant, id))?.verdict;
      return verdict === 'absent' || verdict === 'untold';
    },
    shownOf: (tenant, id) => entries.get(keyOf(tenant, id))?.shown ?? null,
  };
}

const newEntry = () => ({ shown: null, verdict: null, nextAt: 0, reading: null, isRestored: false });

function tell<Value>(
  { shown, verdict, nextAt }: Entry<Value>,
  { refuse }: Pick<Kind<never, Value>, 'refuse'>,
  now: number,
): Checked<Value> {
  if (shown !== null) return success(shown);
  // null: the first reading is still under way.
  if (verdict === 'absent' || verdict === 'untold') return refuse(verdict);
  return refused('service_unavailable', { retryAfter: Math.max(1, Math.ceil((nextAt - now) / 1000)) });
}

function pauseAfter<Value>(verdict: Verdict<Value>, hasReading: boolean): number {
  if (verdict.kind === 'shown') return FRESH;
  if (verdict.kind !== 'down') return NO_FRESH;
  return Math.max(verdict.retryAfter * 1000, hasReading ? PAUSE_AFTER_FAILURE : PAUSE_WITHOUT_READING);
}

type Named<Asked, Value> = Pick<Kind<Asked, Value>, 'idOf' | 'name' | 'schema'>;

const nameOf = <Asked, Value>({ name, idOf }: Named<Asked, Value>, asked: Asked): string =>
  `${name} ${idOf(asked)}`;

async function restore<Asked extends AskedById, Value>(
  kind: Named<Asked, Value>,
  asked: Asked,
  trees: TreeStore | null,
): Promise<Value | null> {
  try {
    const json = await trees?.read(asked.tenant.id, nameOf(kind, asked));
    return json == null ? null : (kind.schema.safeParse(JSON.parse(json)).data ?? null);
  } catch {
    return null;
  }
}

interface Kept<Value> extends Pick<ReadingsDependencies, 'trees'> {
  readonly before: Value | null;
  readonly after: Value | null;
}

/** Written when it is another than before; what is shown no more leaves `null`, what never was leaves nothing. */
async function keep<Asked extends AskedById, Value>(
  kind: Named<Asked, Value>,
  asked: Asked,
  { before, after, trees }: Kept<Value>,
): Promise<void> {
  const json = JSON.stringify(after);
  if (JSON.stringify(before) === json) return;
  await trees?.write(asked.tenant.id, nameOf(kind, asked), json).catch(() => undefined);
}

interface Answering {
  readonly id: Tenant;
  readonly service: Pick<Service, 'probe'>;
}

/** Whether the service answers anything else, asked once for all who want to know. */
export function createReadableCheck(now: () => number): (tenant: Answering) => Promise<boolean> {
  const checks = new Map<Tenant, { readonly at: number; readonly reply: Promise<boolean> }>();
  return ({ id, service }) => {
    const last = checks.get(id);
    if (last !== undefined && now() - last.at <= NO_FRESH) return last.reply;
    const reply = service.probe().then(({ ok }) => ok);
    checks.set(id, { at: now(), reply });
    return reply;
  };
}

/** Seconds that the service asks to be left alone. */
export const retryAfterOf = (error: ServiceError): number =>
  error.kind === 'rate_limited' ? (error.retryAfter ?? 0) : 0;
