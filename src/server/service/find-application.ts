/**
 * The application that carries our reference: the only way to learn whether a making, whose reply was lost, was
 * done. The document has no filter for it, so the newest are read until they are older than the making.
 */

import { type Outcome, success } from '../../core/model/failure.ts';
import { type ApplicationId, applicationId, type Reference } from '../../core/model/ids.ts';
import { type ListApplicationsParameters, listQuery } from './application-query.ts';
import { type Get, getList } from './connect-service.ts';
import { judgeFailure, type NotShown, notThisWay, unproven, unreadable } from './judge-failure.ts';
import { probe } from './probe.ts';
import { totalOf } from './resource-documents.ts';
import { listPath } from './resource-path.ts';
import * as schemas from './schemas.ts';
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

type Found = Outcome<ApplicationId | null, NotShown>;

export async function findApplication(get: Get, wanted: Wanted): Promise<Found> {
  const seen: Entry[] = [];
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const page = await readPage(get, { page: number === 1 ? {} : { number } });
    if (!page.ok) return page;
    const { entries, clockAhead } = page.value;
    const found = entries.find((one) => one.reference === wanted.reference);
    if (found !== undefined) return success(applicationId(found.id));
    const known = new Set(seen.map(({ id }) => id));
    const isEnd = entries.every(({ id }) => known.has(id));
    seen.push(...entries.filter(({ id }) => !known.has(id)));
    if (!isSorted(seen) || seen.some(({ reference }) => reference === undefined)) return notThisWay;
    const [newest, oldest] = [seen[0]?.createdAt ?? 0, seen.at(-1)?.createdAt ?? 0];
    const isOld = oldest < wanted.since + (clockAhead ?? 0) - SLACK;
    // One time alone is in any order.
    if (!isEnd && isOld && newest > oldest) return success(null);
    if (isEnd || (isOld && newest === oldest)) return confirmEnd(get, seen);
  }
  return notThisWay;
}

/** That a page is empty, or comes again, does not say that the list is at its end: its total does. */
async function confirmEnd(get: Get, seen: readonly Entry[]): Promise<Found> {
  const counted = await readPage(get, { page: { size: 1 }, stats: { total: 'count' } });
  if (!counted.ok) return counted;
  if (counted.value.total === null) return notThisWay;
  return counted.value.total === seen.length ? success(null) : unproven;
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
  /** null: the service does not say. */
  readonly total: number | null;
  readonly clockAhead: number | null;
}

/** The parameters of pages are not shown for this list: the first page does without, others read like the questions'. */
async function readPage(
  get: Get,
  part: Pick<ListApplicationsParameters, 'page' | 'stats'>,
): Promise<Outcome<Page, NotShown>> {
  const query = listQuery({
    sort: ['-created_at'],
    filter: { job_visibility: allVisibilities },
    fields: { applications: ['id', 'created_at', 'external_system_reference'] },
    ...part,
  });
  const reply = await getList(get, listPath('applications'), query);
  if (!reply.ok) return judgeFailure(reply.error, () => get(probe));
  const parsed = schemas.listedSchema.safeParse(reply.value.document);
  if (!parsed.success) return judgeFailure(unreadable, () => get(probe));
  const entries = parsed.data.data.map(({ id, attributes }) => ({
    id,
    reference: attributes.external_system_reference,
    createdAt: Date.parse(attributes.created_at ?? ''),
  }));
  return success({ entries, total: totalOf(parsed.data.meta), clockAhead: reply.value.clockAhead });
}

/** false where a time is missing, too. */
const isSorted = (entries: readonly Entry[]): boolean =>
  entries.every(({ createdAt }, index) => createdAt <= (entries[index - 1]?.createdAt ?? Number.MAX_VALUE));
