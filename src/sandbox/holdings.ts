/** What the sandbox holds, for a person to read: no JSON:API. */
import type { ApplicationRecord, JobSeekerRecord, TagRecord } from './record-store.ts';
import { findJob, type SandboxState } from './sandbox-state.ts';
import type { KnownTag } from './tags/tag-catalogue.ts';

export interface HeldApplication {
  readonly id: string;
  readonly job: { readonly id: string; readonly title: string } | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly stage: string | null;
  readonly ended: 'rejected' | 'hired' | null;
  readonly tags: readonly TagRecord[];
  /** How many. */
  readonly answers: number;
  readonly files: number;
  /** ISO date-time. */
  readonly at: string;
}

export interface Holdings {
  /** The newest first, as many as a page can show; `counts` has how many there are. */
  readonly applications: readonly HeldApplication[];
  readonly job_seekers: readonly object[];
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
    job_seekers: seekers.slice(0, MOST_SHOWN).map(heldJobSeeker),
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

export function heldApplication(state: SandboxState, record: ApplicationRecord): HeldApplication {
  const job = findJob(state, record.jobId);
  const { phone, first_name: first, last_name: last } = record.attributes;
  return {
    id: record.id,
    job: job === undefined ? null : { id: job.id, title: job.title },
    name: typeof first === 'string' && typeof last === 'string' ? `${first} ${last}` : null,
    phone: typeof phone === 'string' ? phone : null,
    stage: null,
    ended: null,
    tags: record.tags,
    answers: state.records.answers(record.id).length,
    files: record.attachments.length,
    at: record.createdAt,
  };
}

const heldJobSeeker = ({ id, candidateId, tags, createdAt }: JobSeekerRecord) => ({
  id,
  candidate: candidateId,
  tags,
  at: createdAt,
});
