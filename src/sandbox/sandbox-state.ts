import type { Changes } from './control/events.ts';
import type { FaultSwitch } from './control/faults.ts';
import type { Demands, JobChanges } from './control/settings.ts';
import type { FileStore } from './files/file-store.ts';
import type { QuestionCatalogue } from './question-catalogue.ts';
import type { SampleData } from './records/data-file.ts';
import type { RecordStore } from './records/record-store.ts';
import type { RequestLog } from './request-log.ts';
import type { JobState, JobVisibility, SampleForm, SampleJob } from './sample-form.ts';
import type { TagCatalogue } from './tags/tag-catalogue.ts';

/** The treatment of a second answer to a question, and of a second application with one reference; the document names none. */
export type Duplicates = 'accept' | 'reject' | 'replace';

/** Resolves after that many milliseconds, or when the signal aborts. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** All state of one sandbox; each operation takes it and returns a document. */
export interface SandboxState {
  readonly forms: readonly SampleForm[];
  readonly samples: SampleData;
  readonly catalogue: QuestionCatalogue;
  readonly records: RecordStore;
  readonly tags: TagCatalogue;
  readonly files: FileStore;
  readonly log: RequestLog;
  readonly faults: FaultSwitch;
  /** Settings that the control can change. */
  readonly settings: { demands: Demands; jobs: JobChanges };
  readonly changes: Changes;
  readonly duplicates: Duplicates;
  /** Whether applications are scored; otherwise every score is null. */
  readonly aiScore: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: Sleep;
}

/** The state and the address from which one request reads resources. */
export interface Place {
  readonly state: SandboxState;
  /** The address of the sandbox, without a slash at the end. */
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

export const jobState = ({ settings }: SandboxState, job: SampleJob): JobState =>
  settings.jobs[job.id]?.state ?? job.state;

export const jobVisibility = ({ settings }: SandboxState, job: SampleJob): JobVisibility =>
  settings.jobs[job.id]?.visibility ?? job.visibility ?? 'external';

export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}
