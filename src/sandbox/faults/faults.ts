/** Faults on demand: how the sandbox misbehaves until told otherwise. A new kind of fault is a further member. */
import type { JobState, JobVisibility } from '../sample-form.ts';
import { createRandom, type Disturbance, findDisturbance } from './disturbance.ts';

/** A status to answer instead of the right one, for the next requests under a path prefix. */
export interface StatusFault {
  /** Path prefix, as `/api/v1/answers`. */
  readonly path: string;
  readonly status: number;
  /** How many more requests it affects. */
  readonly requests: number;
  /** Seconds for `Retry-After`; null sends none. */
  readonly retry_after: number | null;
}

/** What a person changed of a job in the user interface. */
export interface JobChange {
  readonly state?: JobState;
  readonly visibility?: JobVisibility;
}

export interface Faults {
  /** A valid key is answered 403. */
  readonly integration_disabled: boolean;
  /** These jobs read as `closed`, whatever their form says. */
  readonly closed_jobs: readonly string[];
  /** By id: jobs whose attributes differ from their form. */
  readonly jobs: Readonly<Record<string, JobChange>>;
  /** What the list of questions answers instead of a document. */
  readonly bad_document: 'html' | 'no_data' | null;
  /** Answers to these questions are refused with 422. */
  readonly refuse: readonly string[];
  /** Applications are refused with 422 for these attributes. */
  readonly refuse_attributes: readonly string[];
  /** A 422 to an application carries only words in `detail`, as the service's public example does. */
  readonly bare_errors: boolean;
  /** The key may not make applications: 403. */
  readonly applications_forbidden: boolean;
  /** Milliseconds before each answer. */
  readonly delay: number;
  readonly status: readonly StatusFault[];
  readonly disturb: readonly Disturbance[];
  /** Seed of the random choices of `disturb`. */
  readonly seed: number;
  /** Milliseconds: a read does not show what was stored more recently than this. */
  readonly reads_lag: number;
  /** The read of one application does not support `include`: it answers 400, or ignores it. */
  readonly no_include: 'refuse' | 'ignore' | null;
  /** This service does not support `include=answers.question`: 400. */
  readonly no_nested_include: boolean;
  /** The answers in a read never name their question. */
  readonly no_linkage: boolean;
  /** The key may not list applications: 403. */
  readonly no_list: boolean;
  /** This service knows only one of the two forms of `filter[questionable_id]`: the other is 400. */
  readonly questionable_filter: 'both' | 'eq' | 'plain';
  /** Jobs cannot be read with this key: 403. */
  readonly no_jobs: boolean;
  /** A job does not state who may see it. */
  readonly no_job_visibility: boolean;
  /** This service does not know `stats[total]`: 400. */
  readonly no_stats: boolean;
}

export const noFaults: Faults = {
  integration_disabled: false,
  closed_jobs: [],
  jobs: {},
  bad_document: null,
  refuse: [],
  refuse_attributes: [],
  bare_errors: false,
  applications_forbidden: false,
  delay: 0,
  status: [],
  disturb: [],
  seed: 1,
  reads_lag: 0,
  no_include: null,
  no_nested_include: false,
  no_linkage: false,
  no_list: false,
  questionable_filter: 'both',
  no_jobs: false,
  no_job_visibility: false,
  no_stats: false,
};

export interface FaultSwitch {
  current(): Faults;
  replace(faults: Faults): void;
  /** The status that this path must answer, counted down; null when none is set. */
  takeStatus(path: string): StatusFault | null;
  /** The disturbance of this request, counted down; null: none. */
  takeDisturbance(asked: { readonly method: string; readonly path: string }): Disturbance | null;
}

export function createFaultSwitch(changed: () => void = () => undefined): FaultSwitch {
  let faults = noFaults;
  let random = createRandom(faults.seed);
  return {
    current: () => faults,
    replace: (next) => {
      faults = next;
      random = createRandom(next.seed);
      changed();
    },
    takeStatus(path) {
      const met = faults.status.find((fault) => path.startsWith(fault.path));
      if (met === undefined) return null;
      faults = { ...faults, status: countDown(faults.status, met) };
      changed();
      return met;
    },
    takeDisturbance(asked) {
      const met = findDisturbance(faults.disturb, asked, random);
      if (met === undefined) return null;
      faults = { ...faults, disturb: countDown(faults.disturb, met) };
      changed();
      return met;
    },
  };
}

function countDown<Fault extends { readonly requests: number | null }>(
  all: readonly Fault[],
  met: Fault,
): readonly Fault[] {
  return all
    .map((fault) =>
      fault === met && fault.requests !== null ? { ...fault, requests: fault.requests - 1 } : fault,
    )
    .filter(({ requests }) => requests === null || requests > 0);
}
