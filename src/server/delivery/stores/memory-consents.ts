/** What was consented to, in a memory store: the twin of `consent-statements.ts`. */
import type { Tenant } from '../../../core/model/ids.ts';
import type { SubjectKey } from '../../../core/model/ports.ts';
import { distinctConsents } from '../consents.ts';
import type { Consenting, ConsentOwner, StoredConsent, StoredRecord } from '../ledger-store.ts';
import type { MemoryTables } from './memory-tables.ts';

/** Those of an earlier submission of this subject stay: they were given before this one was accepted. */
export function keepConsents(
  tables: MemoryTables,
  { key, reference, acceptedAt }: StoredRecord,
  consents: Consenting | null,
): void {
  const { tenant, subject } = key;
  const isOld = (one: StoredConsent & { tenant: Tenant }) => !isOf(one, key) || one.givenAt < acceptedAt;
  const givenAt = Math.max(tables.now(), acceptedAt);
  const given = distinctConsents(consents).map((one) => ({ ...one, tenant, subject, reference, givenAt }));
  tables.consents = [...tables.consents.filter(isOld), ...given];
}

const isOf = (one: StoredConsent & { tenant: Tenant }, { tenant, subject }: SubjectKey): boolean =>
  one.tenant === tenant && one.subject === subject;

export const findConsents = (
  { consents }: MemoryTables,
  tenant: Tenant,
  of: ConsentOwner,
): readonly StoredConsent[] =>
  consents
    .filter((one) => one.tenant === tenant)
    .filter((one) => ('subject' in of ? one.subject === of.subject : one.reference === of.reference))
    .map(({ tenant: _, ...consent }) => consent)
    .sort((one, other) => one.givenAt - other.givenAt || (one.id < other.id ? -1 : 1));

export function forgetConsents(tables: MemoryTables, latest: number): void {
  tables.consents = tables.consents.filter(({ givenAt }) => givenAt > latest);
}
