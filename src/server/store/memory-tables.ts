/** Where a memory store keeps its records. */
import type { Tenant } from '../../core/model/ids.ts';
import type { StoredConsent, StoredRecord } from '../ledger/ledger-store.ts';
import type { SubjectKey } from '../ports.ts';
import { addNews, type MemoryEvents } from './memory-webhooks.ts';

/** What is stored is never changed, only replaced, so what was read is a copy for nothing. */
export interface MemoryTables {
  readonly now: () => number;
  readonly records: Map<string, StoredRecord>;
  /** The names of those that have a `dueAt`: looking for work passes over everything that is done. */
  readonly due: Set<string>;
  /** When it was found to be a restored copy last, in milliseconds since 1970. */
  restoredAt: number | null;
  /** Beside the records, by the same names, and longer. */
  readonly consents: Map<string, readonly StoredConsent[]>;
  readonly events: MemoryEvents;
  /** What was learned of services, and when. */
  readonly quiet: Map<Tenant, { readonly milliseconds: number; readonly at: number }>;
}

export const nameOf = ({ tenant, subject }: SubjectKey): string => `${tenant}\n${subject}`;

export function put(tables: MemoryTables, record: StoredRecord): void {
  const name = nameOf(record.key);
  const before = tables.records.get(name);
  putQuietly(tables, record);
  if (record.items !== before?.items) addNews(tables, record, name);
}

/** It is in the states that it was in. */
export function putQuietly(tables: MemoryTables, record: StoredRecord): void {
  const name = nameOf(record.key);
  tables.records.set(name, record);
  if (record.dueAt === null) tables.due.delete(name);
  else tables.due.add(name);
}

export function remove(tables: MemoryTables, key: SubjectKey): void {
  tables.records.delete(nameOf(key));
  tables.due.delete(nameOf(key));
  tables.events.delete(nameOf(key));
}
