/**
 * Retention: what was not delivered in its time is wiped, and what need not be known any more goes. A few submissions at
 * a time, each found by an index: calls of libsql are synchronous, and nothing else is done meanwhile.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { documentsQuestion } from '../../core/model/details.ts';
import { unreachable } from '../../core/model/failure.ts';
import { type FileId, subject, tenant } from '../../core/model/ids.ts';
import type { LedgerStore, Retention, SweepPlace, SweptPage, SweptRecord } from '../ledger/ledger-store.ts';
import type { SubjectKey } from '../ports.ts';
import { forgetConsents } from './consent-statements.ts';
import { atomically } from './engine.ts';
import { needsAttention } from './read-records.ts';
import { filesOf, keyOf } from './rows.ts';
import type { Engine, ItemRow, StoreTables, SubmissionRow } from './tables.ts';
import { writeNews } from './webhook-rows.ts';

/** Submissions that one call looks at: with twelve answers each their removal takes some 5 ms on a file. */
export const SWEPT_AT_ONCE = 25;

type Step = SweepPlace['step'];
/** Those that are about submissions. */
type SubmissionStep = Exclude<Step, 'forget_consents'>;
type Aged = SubjectKey & Pick<SubmissionRow, 'accepted_at'>;

/** Before every submission of the store. */
const first = { acceptedAt: -1, tenant: tenant(''), subject: subject('') };
const nextSteps: Readonly<Record<Step, Step | null>> = {
  forget: 'wipe_open',
  wipe_open: 'wipe_attention',
  wipe_attention: 'forget_consents',
  forget_consents: null,
};

export function sweepStatements(engine: Engine): Pick<LedgerStore, 'sweep'> {
  return {
    async sweep(retention, place) {
      const { step, ...last } = place ?? { step: 'forget' as const, ...first };
      const oldest = await readAges(engine, retention);
      if (step === 'forget_consents') return sweepConsents(engine, oldest);
      const seen = await readAged(engine, { step, ...last }, oldest);
      const isAll = seen.length < SWEPT_AT_ONCE;
      const swept = await sweepSome(engine, { step, oldest, keys: seen });
      return { swept, next: isAll ? nextStep(step) : after(step, seen, oldest) };
    },
  };
}

async function sweepConsents({ database }: Engine, { consents: latest }: Ages): Promise<SweptPage> {
  const forgotten = await atomically(database, (transaction) =>
    forgetConsents(transaction, { latest, most: SWEPT_AT_ONCE }),
  );
  const isAll = (forgotten ?? 0) < SWEPT_AT_ONCE;
  return { swept: [], next: isAll ? null : { step: 'forget_consents', ...first } };
}

function nextStep(done: Step): SweptPage['next'] {
  const step = nextSteps[done];
  return step === null ? null : { step, ...first };
}

/** Milliseconds since 1970: what was accepted later is not old enough. */
interface Ages {
  readonly forget: number;
  readonly wipe: number;
  /** Since when a consent is kept. */
  readonly consents: number;
}

async function readAges({ database, clock }: Engine, retention: Retention): Promise<Ages> {
  const found = await sql<{ now: number }>`select ${clock.now()} as now`.execute(database);
  const now = found.rows[0]?.now ?? 0;
  const ago = (milliseconds: number) => now - Math.round(milliseconds);
  return {
    forget: ago(retention.fingerprints),
    wipe: ago(retention.payloads),
    consents: ago(retention.consents),
  };
}

/** The next keys of an index that holds what this step is about, and nothing that is left out afterwards. */
function readAged(
  { database }: Engine,
  { step, ...last }: Omit<SweepPlace, 'step'> & { readonly step: SubmissionStep },
  { forget }: Ages,
): Promise<readonly Aged[]> {
  const submissions = database.selectFrom('submission').select(['tenant', 'subject', 'accepted_at']);
  switch (step) {
    case 'forget':
      return submissions
        .where('accepted_at', '<=', forget)
        .where(isAfter(['accepted_at', 'tenant', 'subject'], [last.acceptedAt, last.tenant, last.subject]))
        .orderBy('accepted_at')
        .orderBy('tenant')
        .orderBy('subject')
        .limit(SWEPT_AT_ONCE)
        .execute();
    case 'wipe_open':
      return submissions
        .where('settled_at', 'is', null)
        .where(isAfter(['tenant', 'accepted_at', 'subject'], [last.tenant, last.acceptedAt, last.subject]))
        .orderBy('tenant')
        .orderBy('accepted_at')
        .orderBy('subject')
        .limit(SWEPT_AT_ONCE)
        .execute();
    case 'wipe_attention':
      return database
        .selectFrom('item')
        .select(['tenant', 'subject', sql<number>`0`.as('accepted_at')])
        .distinct()
        .where(needsAttention)
        .where(isAfter(['tenant', 'subject'], [last.tenant, last.subject]))
        .orderBy('tenant')
        .orderBy('subject')
        .limit(SWEPT_AT_ONCE)
        .execute();
    default:
      return unreachable(step);
  }
}

const isAfter = (
  columns: readonly ('accepted_at' | 'tenant' | 'subject')[],
  values: readonly (string | number)[],
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) > (${sql.join(values)})`;

/** Later than every submission of its tenant. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Of what is open the rest of a tenant is too young as soon as one is: the index has them by age. */
function after(step: Step, seen: readonly Aged[], { wipe }: Ages): SweptPage['next'] {
  const last = seen.at(-1);
  if (last === undefined) return nextStep(step);
  const isYoung = step === 'wipe_open' && last.accepted_at > wipe;
  return { step, ...keyOf(last), acceptedAt: isYoung ? LAST : last.accepted_at };
}

interface Batch {
  readonly step: Step;
  readonly oldest: Ages;
  readonly keys: readonly SubjectKey[];
}

async function sweepSome(engine: Engine, { step, oldest, keys }: Batch): Promise<readonly SweptRecord[]> {
  if (keys.length === 0) return [];
  const act = step === 'forget' ? forgetRecords : wipePayloads;
  return (
    (await atomically(engine.database, (transaction) => act(engine, transaction, { oldest, keys }))) ?? []
  );
}

type Act = (
  engine: Engine,
  transaction: Transaction<StoreTables>,
  batch: Omit<Batch, 'step'>,
) => Promise<readonly SweptRecord[] | null>;

/** One that is worked on is left to the next sweep. */
const lockFree = (
  { clock, locksRows }: Engine,
  transaction: Transaction<StoreTables>,
  keys: readonly SubjectKey[],
) =>
  transaction
    .selectFrom('submission')
    .selectAll()
    .where(isOneOf(keys))
    .where('lease_until', '<=', clock.now())
    .$if(locksRows, (query) => query.forUpdate().skipLocked());

const wipePayloads: Act = async (engine, transaction, { oldest, keys }) => {
  const rows = await lockFree(engine, transaction, keys).where('accepted_at', '<=', oldest.wipe).execute();
  if (rows.length === 0) return null;
  const items = await transaction
    .updateTable('item')
    .set((is) => ({ payload: null, state: 'parked', code: 'given_up', version: is('version', '+', 1) }))
    .where(isOneOf(rows))
    .where('state', '<>', 'delivered')
    .where('payload', 'is not', null)
    .returning(['tenant', 'subject', 'file'])
    .execute();
  const swept = sweptRecords(rows, items, false);
  if (swept.length === 0) return null;
  // What named documents that arrived was kept for those that did not.
  await transaction
    .updateTable('item')
    .set((is) => ({ payload: null, version: is('version', '+', 1) }))
    .where(isOneOf(keysOf(swept)))
    .where('question', '=', documentsQuestion)
    .where('payload', 'is not', null)
    .execute();
  await transaction
    .updateTable('submission')
    // What the audit keeps for what is open is needed no more.
    .set((is) => ({ version: is('version', '+', 1), due_at: engine.clock.now(), audited_at: null }))
    .where(isOneOf(keysOf(swept)))
    .execute();
  for (const key of keysOf(swept)) await writeNews(engine, transaction, key);
  return swept;
};

const keysOf = (swept: readonly SweptRecord[]): readonly SubjectKey[] => swept.map(({ key }) => key);

const forgetRecords: Act = async (engine, transaction, { oldest, keys }) => {
  const latest = oldest.forget;
  const rows = await lockFree(engine, transaction, keys)
    // The latest of these is the last change: corrections and acts of the operator end when payloads are wiped.
    .where('waiting_since', '<=', latest)
    .where((is) => is(is.fn.coalesce('settled_at', sql<number>`0`), '<=', latest))
    .where((is) => is(is.fn.coalesce('audited_at', sql<number>`0`), '<=', latest))
    .execute();
  if (rows.length === 0) return null;
  const items = await transaction
    .deleteFrom('item')
    .where(isOneOf(rows))
    .returning(['tenant', 'subject', 'file'])
    .execute();
  await transaction.deleteFrom('webhook_event').where(isOneOf(rows)).execute();
  await transaction.deleteFrom('submission').where(isOneOf(rows)).execute();
  return sweptRecords(rows, items, true);
};

/** Of what was wiped only those that had something to wipe. */
function sweptRecords(
  rows: readonly SubmissionRow[],
  items: readonly (SubjectKey & Pick<ItemRow, 'file'>)[],
  gone: boolean,
): readonly SweptRecord[] {
  const files = new Map<string, FileId[]>();
  for (const { file, ...key } of items) {
    const name = JSON.stringify(keyOf(key));
    const found = files.get(name) ?? [];
    files.set(name, [...found, ...filesOf(file)]);
  }
  return rows.flatMap((row) => {
    const found = files.get(JSON.stringify(keyOf(row)));
    if (found === undefined && !gone) return [];
    return [{ key: keyOf(row), reference: row.reference, files: found ?? [], gone }];
  });
}

/** Written out one by one: so each engine finds them by the key. */
const isOneOf = (keys: readonly SubjectKey[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    keys.map(({ tenant, subject }) => sql`(tenant = ${tenant} and subject = ${subject})`),
    sql` or `,
  )})`;
