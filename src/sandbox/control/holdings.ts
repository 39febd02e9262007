import { fileSummary, fileUrl } from '../files/file-store.ts';
import { createResourceSource } from '../read/resource-source.ts';
import type { AnswerRecord, ApplicationRecord, JobSeekerRecord } from '../records/record-store.ts';
import { fullName, storedApplication } from '../resources/stored-application.ts';
import { identifiersIn, type Linkage, type StoredResource } from '../resources/stored-resource.ts';
import { findJob, type Place, type SandboxState } from '../sandbox-state.ts';
import { hiddenAttributes } from '../write/application-content.ts';

/** A stored answer in a form for people, which is not JSON:API. */
export interface StoredAnswer {
  readonly id: string;
  readonly application: string;
  readonly question: string;
  readonly title: string;
  readonly type: string;
  /** A text, a boolean, a list of option texts, `{from, to}`, or `{filename, type, size, sha256}`. */
  readonly value: unknown;
  /** ISO date-time. */
  readonly at: string;
  /** The same time, by the service's own attribute name. */
  readonly created_at: string;
  /** Later than `created_at` when another answer replaced it. */
  readonly updated_at: string;
}

/** Returns answers in order of arrival. */
export function storedAnswers(state: SandboxState, application: string | null): readonly StoredAnswer[] {
  return state.records.answers(application).map((answer) => {
    const question = state.catalogue.find(answer.questionId)?.question;
    return {
      id: answer.id,
      application: answer.applicationId,
      question: answer.questionId,
      title: question?.title ?? '',
      type: question?.type ?? '',
      value: readableValue(answer),
      at: answer.createdAt,
      created_at: answer.createdAt,
      updated_at: answer.updatedAt,
    };
  });
}

function readableValue({ value }: AnswerRecord): unknown {
  if (value.document !== null) {
    const { filename, type, size, sha256 } = value.document;
    return { filename, type, size, sha256 };
  }
  if (value.options !== null) return value.options;
  const { date_from_answer: from, date_to_answer: to, ...single } = value.attributes;
  return from === undefined ? Object.values(single)[0] : { from, to };
}

/** As many as a person can look through; `counts` has the totals. */
const MOST_SHOWN = 200;

/** Returns the newest stored data in a form for people, which is not JSON:API. */
export function holdings(state: SandboxState) {
  const applications = newestFirst(state.records.applications());
  const seekers = newestFirst(
    [...new Set(applications.map(({ candidateId }) => candidateId))].flatMap((id) =>
      state.records.jobSeekersOf(id),
    ),
  );
  return {
    applications: applications.slice(0, MOST_SHOWN).map((record) => summarizeApplication(state, record)),
    job_seekers: seekers.slice(0, MOST_SHOWN).map((record) => summarizeJobSeeker(state, record)),
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

function summarizeApplication(state: SandboxState, record: ApplicationRecord) {
  const { attributes, links } = storedApplication({ state, baseUrl: '' }, record);
  const job = findJob(state, record.jobId);
  return {
    id: record.id,
    job: job === undefined ? null : { id: job.id, title: job.title },
    name: fullName(attributes),
    phone: textOf(attributes['phone']),
    stage: stageName(state, links['stage']),
    // The channel of the application.
    source: textOf(attributes['channel_source']),
    ended: endOf(attributes),
    tags: record.tags,
    answers: state.records.answers(record.id).length,
    files: record.attachments.length,
    attachments: record.attachments.map(fileSummary),
    at: record.createdAt,
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function stageName(state: SandboxState, linkage: Linkage | undefined): string | null {
  const [stage] = identifiersIn(linkage);
  const resource = stage && createResourceSource({ state, baseUrl: '' }).find(stage);
  return textOf(resource?.attributes['name']);
}

function endOf({ rejected_at: rejected, hired_at: hired }: StoredResource['attributes']): string | null {
  if ((rejected ?? null) !== null) return 'rejected';
  return (hired ?? null) === null ? null : 'hired';
}

/**
 * One application in full: its list entry, its answers and files, the resource with every field, and the written
 * attributes that no read of the service returns.
 */
export function applicationInFull(place: Place, record: ApplicationRecord) {
  const { state, baseUrl } = place;
  const { id, type, attributes, extraFields, links } = storedApplication(place, record);
  const relationships = Object.fromEntries(Object.entries(links).map(([name, data]) => [name, { data }]));
  return {
    summary: summarizeApplication(state, record),
    answers: storedAnswers(state, record.id),
    files: record.attachments.map((one) => ({ ...fileSummary(one), url: fileUrl(baseUrl, one.file) })),
    resource: { id, type, attributes: { ...attributes, ...extraFields }, relationships },
    hidden: Object.fromEntries(hiddenAttributes.map((name) => [name, record.attributes[name] ?? null])),
  };
}

const summarizeJobSeeker = (state: SandboxState, { id, candidateId, tags, createdAt }: JobSeekerRecord) => ({
  id,
  candidate: candidateId,
  name: fullName(state.records.applicationsOf(candidateId).at(-1)?.attributes ?? {}),
  tags,
  at: createdAt,
});
