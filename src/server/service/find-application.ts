/**
 * The application that carries our reference: the only way to learn whether a making, whose reply was lost, was
 * done. The document has no filter for it, so the newest are read until they are older than the making.
 */
import { type ApplicationId, applicationId, type Reference } from '../../core/model/ids.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import { listQuery } from './application-query.ts';
import { type Get, getList } from './connect-service.ts';
import type { Impossible } from './held-answers.ts';
import { probe } from './probe.ts';
import { listPath } from './resource-path.ts';
import * as schemas from './schemas.ts';
import type { ServiceError } from './service-error.ts';
import { allVisibilities } from './visibilities.ts';

/** Of the list, whose page size is the service's: so many newer applications cannot be looked through. */
const MOST_PAGES = 10;
/** Milliseconds that a clock may be wrong beside what its `Date` tells. */
const SLACK = 300_000;

export interface Wanted {
  readonly reference: Reference;
  /** Milliseconds since 1970: it cannot be older. */
  readonly since: number;
}

type Found = Outcome<ApplicationId | null, ServiceError | Impossible>;

const inconclusive = failure<Impossible>({ kind: 'impossible', of: 'service' });

export async function findApplication(get: Get, wanted: Wanted): Promise<Found> {
  let last: Page | null = null;
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const page = await readPage(get, number);
    if (!page.ok) return page;
    const found = page.value.entries.find((one) => one.reference === wanted.reference);
    if (found !== undefined) return success(applicationId(found.id));
    const verdict = judge(page.value, last, wanted.since);
    if (verdict !== 'next') return verdict === 'none' ? success(null) : inconclusive;
    last = page.value;
  }
  return inconclusive;
}

interface Entry {
  readonly id: string;
  /** undefined: not shown, so it may be any. */
  readonly reference: string | null | undefined;
  readonly createdAt: number;
}

interface Page {
  /** Newest first, if the service sorts them. */
  readonly entries: readonly Entry[];
  readonly clockAhead: number | null;
}

/** The parameters of pages are not shown for this list: the first page does without, others read like the questions'. */
async function readPage(get: Get, number: number): Promise<Outcome<Page, ServiceError | Impossible>> {
  const query = listQuery({
    sort: ['-created_at'],
    filter: { job_visibility: allVisibilities },
    fields: { applications: ['id', 'created_at', 'external_system_reference'] },
    ...(number === 1 ? {} : { page: { number } }),
  });
  const reply = await getList(get, listPath('applications'), query);
  if (!reply.ok) return (await isRefusedList(get, reply.error)) ? inconclusive : reply;
  const parsed = schemas.listedSchema.safeParse(reply.value.document);
  if (!parsed.success) return failure({ kind: 'bad_document', status: 200 });
  const entries = parsed.data.data.map(({ id, attributes }) => ({
    id,
    reference: attributes.external_system_reference,
    createdAt: Date.parse(attributes.created_at ?? ''),
  }));
  return success({ entries, clockAhead: reply.value.clockAhead });
}

/** A 403 is about the list only where something else may be read: else nothing may be. */
async function isRefusedList(get: Get, { kind }: ServiceError): Promise<boolean> {
  return kind === 'bad_request' || (kind === 'forbidden' && (await get(probe)).ok);
}

/** `none` only where nothing can have been overlooked: in order, told apart from the page before, and old enough. */
function judge({ entries, clockAhead }: Page, last: Page | null, since: number): 'none' | 'next' | 'unknown' {
  const [newest, oldest] = [entries[0], entries.at(-1)];
  if (newest === undefined || oldest === undefined) return 'none';
  if (entries.some(({ reference }) => reference === undefined)) return 'unknown';
  if (!isSorted(entries) || last?.entries[0]?.id === newest.id) return 'unknown';
  return oldest.createdAt < since + (clockAhead ?? 0) - SLACK ? 'none' : 'next';
}

/** false where a time is missing, too. */
const isSorted = (entries: readonly Entry[]): boolean =>
  entries.every(({ createdAt }, index) => createdAt <= (entries[index - 1]?.createdAt ?? Number.MAX_VALUE));
