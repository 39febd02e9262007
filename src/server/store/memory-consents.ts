/** What was consented to, in a memory store: the twin of `consent-statements.ts`. */
import { subject, type Tenant } from '../../core/model/ids.ts';
import { distinctConsents } from '../ledger/consents.ts';
import type { Consenting, ConsentOwner, StoredConsent, StoredRecord } from '../ledger/ledger-store.ts';
import { type MemoryTables, nameOf } from './memory-tables.ts';

type Consents = MemoryTables['consents'];

/** Those of an earlier submission of this subject stay: they were given before this one was accepted. */
export function keepConsents(
  { consents, now }: MemoryTables,
  { key, reference, acceptedAt }: StoredRecord,
  { consenting, isAnew }: { readonly consenting: Consenting | null; readonly isAnew: boolean },
): void {
  const givenAt = Math.max(now(), acceptedAt);
  const given = distinctConsents(consenting).map((one) => ({
    ...one,
    subject: key.subject,
    reference,
    givenAt,
  }));
  const isKept = (one: StoredConsent) =>
    one.givenAt < acceptedAt || (!isAnew && given.every(({ id }) => id !== one.id));
  put(consents, nameOf(key), [...(consents.get(nameOf(key)) ?? []).filter(isKept), ...given]);
}

function put(consents: Consents, name: string, kept: readonly StoredConsent[]): void {
  if (kept.length === 0) consents.delete(name);
  else consents.set(name, kept);
}

export function findConsents(
  { consents }: MemoryTables,
  tenant: Tenant,
  of: ConsentOwner,
): readonly StoredConsent[] {
  const found =
    'subject' in of
      ? (consents.get(nameOf({ tenant, subject: of.subject })) ?? [])
      : ofTenant(consents, tenant).filter(({ reference }) => reference === of.reference);
  return [...found].sort((one, other) => one.givenAt - other.givenAt || (one.id < other.id ? -1 : 1));
}

const ofTenant = (consents: Consents, tenant: Tenant): readonly StoredConsent[] =>
  [...consents].flatMap(([name, all]) =>
    name.startsWith(nameOf({ tenant, subject: subject('') })) ? all : [],
  );

export function forgetConsents({ consents }: MemoryTables, latest: number): void {
  for (const [name, all] of consents)
    put(
      consents,
      name,
      all.filter(({ givenAt }) => givenAt > latest),
    );
}
