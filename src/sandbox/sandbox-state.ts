import type { DemandSwitch } from './control/demands.ts';
import type { FaultSwitch } from './faults/faults.ts';
import type { FileStore } from './files/file-store.ts';
import type { QuestionCatalogue } from './question-catalogue.ts';
import type { Changes } from './records/changes.ts';
import type { RecordStore } from './records/record-store.ts';
import type { SampleData } from './records/sample-data.ts';
import type { RequestLog } from './request-log.ts';
import type { JobState, JobVisibility, SampleForm, SampleJob } from './sample-form.ts';
import type { TagCatalogue } from './tags/tag-catalogue.ts';

/** What a second answer to the same question of the same application does, since the document does not say. */
export type Duplicates = 'accept' | 'reject' | 'replace';

/** Resolves after so many milliseconds, or when the signal aborts. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** All state of one sandbox; each operation takes it and answers a document. */
export interface SandboxState {
  readonly forms: readonly SampleForm[];
  readonly samples: SampleData;
  readonly catalogue: QuestionCatalogue;
  readonly records: RecordStore;
  readonly tags: TagCatalogue;
  readonly files: FileStore;
  readonly log: RequestLog;
  readonly faults: FaultSwitch;
  readonly demands: DemandSwitch;
  readonly changes: Changes;
  readonly duplicates: Duplicates;
  /** The scoring feature: when it is off, every score is null. */
  readonly aiScore: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: Sleep;
}

/** Where the reads of one request look up resources. */
export interface Place {
  readonly state: SandboxState;
  /** Where the sandbox answers, without a slash at the end. */
  readonly baseUrl: string;
}

export function findForm(state: SandboxState, name: string): SampleForm | undefined {
  return state.forms.find((form) => form.name === name);
}

export const allJobs = ({ forms, samples }: SandboxState): readonly SampleJob[] =>
  [...forms, ...samples.forms].map(({ job }) => job);

export function findJob(state: SandboxState, id: string): SampleJob | undefined {
  return allJobs(state).find((job) => job.id === id);
}

export function jobState(state: SandboxState, job: SampleJob): JobState {
  const { closed_jobs: closed, jobs } = state.faults.current();
  return closed.includes(job.id) ? 'closed' : (jobs[job.id]?.state ?? job.state);
}

export function jobVisibility(state: SandboxState, job: SampleJob): JobVisibility {
  return state.faults.current().jobs[job.id]?.visibility ?? job.visibility ?? 'external';
}

/** Whether a read can already show what was stored at this time. */
export function isVisible(state: SandboxState, { createdAt }: { readonly createdAt: string }): boolean {
  const { reads_lag: lag } = state.faults.current();
  return lag === 0 || Date.parse(createdAt) <= state.now() - lag;
}
