/** Scenarios: how servers end, how their service fails, and how durable their store is. */
import type { Durability } from '../support/postgres/start-postgres.ts';

export interface Scenario {
  /** The share of servers that are stopped by SIGTERM, from 0 to 1; the others are killed. */
  readonly stops: number;
  /** Drain time in seconds; 0 for no window in which a balancer can notice the stop. */
  readonly drain: number;
  /** The disturbances of the sandbox. */
  readonly disturb: readonly object[];
  /** Milliseconds between the last disturbed request and the storing of its answer. */
  readonly late: number;
  readonly durability: Durability;
  /** Whether applicants wait until everything is delivered, despite the disturbances. */
  readonly isPatient: boolean;
}

/** In milliseconds. Time limit and reconcile delay are 3 s together; the difference is a margin for a busy machine. */
const LATE = 700;
/** In milliseconds: longer than both, and than a busy server needs to read back and send again. */
const TOO_LATE = 10_000;

const write = { path: '/api/v1', method: 'POST', after: LATE };
const read = { path: '/api/v1', method: 'GET' };

/**
 * About a quarter of all writes have an unclear outcome. The first matching disturbance applies, so each probability is a
 * share of the remaining requests.
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
  // Every balancer notices the stop sooner.
  drain: 60,
  disturb: unclear,
  late: LATE,
  durability: 'durable',
  isPatient: false,
};

export const scenarios = {
  mixed,
  rolling: { ...mixed, stops: 1 },
  // Controls. Each breaks an assumption of the design. If it found no fault, the other runs would prove nothing.
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
