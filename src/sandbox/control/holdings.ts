/** What the sandbox stores, for a person to read: not JSON:API. */

import { fileUrl } from '../files/file-address.ts';
import { type HeldFile, heldFile } from '../files/held-file.ts';
import { createResourceSource } from '../read/resource-source.ts';
import type { ApplicationRecord, JobSeekerRecord, TagRecord } from '../records/record-store.ts';
import { fullName, storedApplication } from '../resources/stored-application.ts';
import { identifiersIn, type Linkage, type StoredResource } from '../resources/stored-resource.ts';
import { findJob, type Place, type SandboxState } from '../sandbox-state.ts';
import type { KnownTag } from '../tags/tag-catalogue.ts';
import { hiddenAttributes } from '../write/application-content.ts';
import { heldAnswers } from './held-answers.ts';

interface HeldApplication {
  readonly id: string;
  readonly job: { readonly id: string; readonly title: string } | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly stage: string | null;
  /** `channel_source`: where it came from. */
  readonly source: string | null;
  readonly ended: 'rejected' | 'hired' | null;
  readonly tags: readonly TagRecord[];
  /** How many. */
  readonly answers: number;
  readonly files: number;
  readonly attachments: readonly HeldFile[];
  /** ISO date-time. */
  readonly at: string;
}

interface HeldJobSeeker {
  readonly id: string;
  readonly candidate: string;
  readonly name: string | null;
  readonly tags: readonly TagRecord[];
  /** ISO date-time. */
  readonly at: string;
}

interface Holdings {
  /** The newest first, as many as a page can show; `counts` has the totals. */
  readonly applications: readonly HeldApplication[];
  readonly job_seekers: readonly HeldJobSeeker[];
  readonly tags: readonly KnownTag[];
  readonly counts: { readonly applications: number; readonly job_seekers: number };
}

const MOST_SHOWN = 200;

export function holdings(state: SandboxState): Holdings {
  const applications = newestFirst(state.records.applications());
  const seekers = newestFirst(
    [...new Set(applications.map(({ candidateId }) => candidateId))].flatMap((id) =>
      state.records.jobSeekersOf(id),
    ),
  );
  return {
    applications: applications.slice(0, MOST_SHOWN).map((one) => heldApplication(state, one)),
    job_seekers: seekers.slice(0, MOST_SHOWN).map((one) => heldJobSeeker(state, one)),
    tags: state.tags.tags(),
    counts: { applications: applications.length, job_seekers: seekers.length },
  };
}

const newestFirst = <Item extends { readonly createdAt: string; readonly id: string }>(
  items: readonly Item[],
): readonly Item[] =>
  [...items].sort((left, right) =>
    left.createdAt === right.createdAt
      ? Number(right.id) - Number(left.id)
      : Date.parse(right.createdAt) - Date.parse(left.createdAt),
  );

function heldApplication(state: SandboxState, record: ApplicationRecord): HeldApplication {
  const { attributes, links } = storedApplication({ state, baseUrl: '' }, record);
  const job = findJob(state, record.jobId);
  return {
    id: record.id,
    job: job === undefined ? null : { id: job.id, title: job.title },
    name: fullName(attributes),
    phone: textOf(attributes['phone']),
    stage: stageName(state, links['stage']),
    source: textOf(attributes['channel_source']),
    ended: endOf(attributes),
    tags: record.tags,
    answers: state.records.answers(record.id).length,
    files: record.attachments.length,
    attachments: record.attachments.map(heldFile),
    at: record.createdAt,
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function stageName(state: SandboxState, linkage: Linkage | undefined): string | null {
  const [stage] = identifiersIn(linkage);
  const found = stage && createResourceSource({ state, baseUrl: '' }).find(stage);
  return textOf(found?.attributes['name']);
}

function endOf({
  rejected_at: rejected,
  hired_at: hired,
}: StoredResource['attributes']): HeldApplication['ended'] {
  if ((rejected ?? null) !== null) return 'rejected';
  return (hired ?? null) === null ? null : 'hired';
}

/**
 * One application in full: its list entry, its answers and files, the resource with every field, and what was written
 * that no read of the service returns.
 */
export function applicationInFull(place: Place, record: ApplicationRecord) {
  const { state, baseUrl } = place;
  const { id, type, attributes, extraFields, links } = storedApplication(place, record);
  const relationships = Object.fromEntries(Object.entries(links).map(([name, data]) => [name, { data }]));
  return {
    summary: heldApplication(state, record),
    answers: heldAnswers(state, record.id),
    files: record.attachments.map((one) => ({ ...heldFile(one), url: fileUrl(baseUrl, one.file) })),
    resource: { id, type, attributes: { ...attributes, ...extraFields }, relationships },
    hidden: Object.fromEntries(hiddenAttributes.map((name) => [name, record.attributes[name] ?? null])),
  };
}

const heldJobSeeker = (
  state: SandboxState,
  { id, candidateId, tags, createdAt }: JobSeekerRecord,
): HeldJobSeeker => ({
  id,
  candidate: candidateId,
  name: fullName(state.records.applicationsOf(candidateId).at(-1)?.attributes ?? {}),
  tags,
  at: createdAt,
});
