/** How the servers are ended, how their service fails, and how safe their store is. */
import type { Durability } from '../support/postgres/start-postgres.ts';

export interface Scenario {
  /** From 0 to 1: how many servers are stopped in order, the others are killed. */
  readonly stops: number;
  /** Seconds of a stop in order; 0: no window in which a balancer could see it. */
  readonly drain: number;
  /** What the sandbox disturbs until all is well again. */
  readonly disturb: readonly object[];
  /** Milliseconds after the last disturbed request until its answer is stored. */
  readonly late: number;
  readonly durability: Durability;
  /** Applicants wait until all is delivered, in spite of what is disturbed. */
  readonly isPatient: boolean;
}

/** Milliseconds: below time limit and reconcile delay together, 3 s, by what a busy machine may add to a request. */
const LATE = 700;
/** Milliseconds: above them, and above what a busy server needs to read back and send again. */
const TOO_LATE = 10_000;

const write = { path: '/api/v1', method: 'POST', after: LATE };
const read = { path: '/api/v1', method: 'GET' };

/**
 * About a quarter of all writes have an unclear end. Shares of all requests: the first that meets one counts, so each is a
 * share of what the others left.
 */
const unclear = [
  { ...write, reply: 'drop', commit: 'late', probability: 0.06 },
  { ...write, reply: 'silence', commit: 'late', probability: 0.02 },
  { ...write, reply: 'drop', commit: 'now', probability: 0.05 },
  { ...write, reply: 'silence', commit: 'now', probability: 0.02 },
  { ...write, reply: 'drop', commit: 'none', probability: 0.03 },
  { ...write, reply: 500, commit: 'now', probability: 0.02 },
  { ...write, reply: 500, commit: 'none', probability: 0.02 },
  { ...write, reply: 'cut', commit: 'now', probability: 0.02 },
  { ...write, reply: 'html', commit: 'now', probability: 0.02 },
  { ...write, reply: 'no_id', commit: 'now', probability: 0.02 },
  { ...write, reply: 429, commit: 'none', probability: 0.01, retry_after: 1 },
  { ...write, reply: 429, commit: 'none', probability: 0.01 },
  { ...read, reply: 'drop', probability: 0.03 },
  { ...read, reply: 500, probability: 0.02 },
];

const mixed: Scenario = {
  stops: 0.3,
  // Longer than any balancer here takes to see it.
  drain: 60,
  disturb: unclear,
  late: LATE,
  durability: 'durable',
  isPatient: false,
};

export const scenarios = {
  mixed,
  rolling: { ...mixed, stops: 1 },
  // Controls: each takes away what something builds on, so a run that finds no fault proves nothing.
  late: {
    ...mixed,
    disturb: [{ ...write, reply: 'drop', commit: 'late', after: TOO_LATE, requests: 1 }],
    late: TOO_LATE,
    isPatient: true,
  },
  abrupt: { ...mixed, stops: 1, drain: 0 },
  forgetful: { ...mixed, durability: 'forgetful' },
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof scenarios;
