/**
 * What the service says of one id, for those who may not know which ids there are: kept for a minute, a no for five
 * seconds, and ids that lead to nothing apart, in a memory of their own and bounded by the allowances for guesses. Where
 * these are spent, the list of all that is there answers: guesses stop no id that is shown.
 */
import type * as z from 'zod';
import type { Tenant } from '../../../core/model/ids.ts';
import { success } from '../../../core/model/outcome.ts';
import type { TreeStore } from '../../../core/model/ports.ts';
import type { Service } from '../../service/create-service.ts';
import type { ServiceError } from '../../service/service-error.ts';
import { createLruCache } from '../lru-cache.ts';
import type { Patience } from '../patience.ts';
import { type Checked, refused } from '../refusal.ts';
import { networkOf } from '../sessions/visitors.ts';
import type { Limits } from './limits.ts';

/** Milliseconds that a reading counts: as long as a form (`src/README.md#11-the-services-rate-limit`). */
export const FRESH = 60_000;
/** Milliseconds that a no is remembered, whatever its reason. */
export const NO_FRESH = 5_000;
/** Milliseconds after a reading that failed; shorter where no earlier one serves meanwhile. */
const PAUSE_AFTER_FAILURE = 5_000;
const PAUSE_WITHOUT_READING = 1_000;
/** About 200 bytes each. Guessed ids have a memory of their own, so that they push no other out. */
const MOST_READINGS = 2_000;
const MOST_GUESSES = 1_000;
/** Milliseconds that a network counts as one that guesses, after an id that led to nothing: as long as an allowance. */
const SUSPECT = 60_000;
/** Milliseconds that a visitor waits for the list of all that is there. */
const LONGEST_LIST = 5_000;

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
  /** By the list of all that is there, which costs the service the same however many ask; null: it does not show the id. */
  readonly findListed: (asked: Asked) => Promise<Value | null>;
  readonly refuse: (kind: 'absent' | 'untold') => Checked<never>;
}

export interface ReadingsDependencies {
  /** Outlives this process; null: what was read here is all there is. */
  readonly trees: TreeStore | null;
  readonly guesses: Guesses;
  readonly now: () => number;
}

export function createReadings<Asked extends AskedById, Value>(
  kind: Kind<Asked, Value>,
  { trees, guesses, now }: ReadingsDependencies,
): Readings<Asked, Value> {
  const shown = createLruCache<string, Entry<Value>>(MOST_READINGS);
  const guessed = createLruCache<string, Entry<Value>>(MOST_GUESSES);
  const known = (tenant: Tenant, id: string) => {
    const key = JSON.stringify([tenant, id]);
    return shown.get(key) ?? guessed.get(key);
  };

  function move(asked: Asked, entry: Entry<Value>): void {
    const key = JSON.stringify([asked.tenant.id, kind.idOf(asked)]);
    const [to, from] = entry.shown === null ? [guessed, shown] : [shown, guessed];
    from.delete(key);
    to.set(key, entry);
  }

  /** Ids that were never shown must not become questions to the service without end. */
  async function prepare(entry: Entry<Value>, asked: Asked): Promise<Checked<() => void>> {
    if (!entry.isRestored) {
      entry.isRestored = true;
      entry.shown = await restore(kind, asked, trees);
    }
    const isFree = entry.shown !== null || asked.address === null;
    return isFree ? success(() => undefined) : guesses.spend(asked.address, asked.tenant.id);
  }

  async function learn(entry: Entry<Value>, asked: Asked, verdict: Verdict<Value>): Promise<void> {
    entry.verdict = verdict.kind;
    entry.nextAt = now() + pauseAfter(verdict, entry.shown !== null);
    if (verdict.kind === 'down') return;
    const before = entry.shown;
    entry.shown = verdict.kind === 'shown' ? verdict.value : null;
    await keep(kind, asked, { before, after: entry.shown, trees });
  }

  /** Who guesses does not occupy a place for as long as a slow list takes. */
  async function findListed(asked: Asked): Promise<Value | null> {
    const found: { value: Value | null } = { value: null };
    const reading = kind.findListed(asked).then((value) => {
      found.value = value;
    });
    await asked.patience.forFirst(reading, LONGEST_LIST);
    return found.value;
  }

  return {
    async find(asked) {
      const entry = known(asked.tenant.id, kind.idOf(asked)) ?? newEntry();
      move(asked, entry);
      if (entry.reading === null && now() >= entry.nextAt) {
        const spent = await prepare(entry, asked);
        // What guesses have used up is none of a visitor's business who names what is there.
        const listed = spent.ok ? null : await findListed(asked);
        if (!spent.ok && listed === null) return spent;
        const read = async () =>
          learn(entry, asked, listed === null ? await kind.read(asked) : { kind: 'shown', value: listed });
        entry.reading ??= read().finally(() => {
          entry.reading = null;
          if (spent.ok && (entry.verdict === 'shown' || entry.verdict === 'down')) spent.value();
          move(asked, entry);
        });
      }
      const { patience } = asked;
      if (entry.reading !== null)
        await (entry.shown === null ? patience.forFirst(entry.reading) : patience.forNewer(entry.reading));
      return tell(entry, kind, now());
    },
    isRefused(tenant, id) {
      const verdict = known(tenant, id)?.verdict;
      return verdict === 'absent' || verdict === 'untold';
    },
    shownOf: (tenant, id) => known(tenant, id)?.shown ?? null,
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

/** What ids that were never shown may cost, of all kinds together. */
export interface Guesses {
  /** The returned function says that it was no guess. */
  spend(address: string | null, tenant: Tenant): Promise<Checked<() => void>>;
}

/**
 * A network is suspect until it is cleared, so that neither many questions at once nor its many addresses are a way
 * around.
 */
export function createGuesses(limits: Limits, now: () => number): Guesses {
  const until = createLruCache<string, number>(MOST_GUESSES);
  return {
    async spend(address, tenant) {
      if (address === null) return success(() => undefined);
      const network = networkOf(address);
      const ofNetwork = await limits.spend('newJob', network, tenant);
      if (!ofNetwork.ok) return ofNetwork;
      const isSuspect = now() < (until.get(network) ?? 0);
      until.set(network, now() + SUSPECT);
      const spent = await limits.spend(isSuspect ? 'guessOfTenant' : 'newJobOfTenant', tenant, tenant);
      return spent.ok ? success(() => void (isSuspect || until.delete(network))) : spent;
    },
  };
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
