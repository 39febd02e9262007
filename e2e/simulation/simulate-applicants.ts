/** Applicants who share one service: how evenly they come on, and when each is done. */

import type { Clock } from '../../src/server/clock.ts';
import type { HiddenLimit } from './hidden-limit.ts';
import { createQuickClock, makeLearnedRateLimiter, type Road, sendOnce } from './simulate-rate-limiter.ts';

/** Milliseconds between two readings of all applicants. */
const READ_EVERY = 5_000;
/** Milliseconds between who came before and the first applicant. */
const REST = 30_000;

export interface Applicant {
  /** Milliseconds. */
  readonly at: number;
  readonly answers: number;
}

export interface ApplicantRun {
  /** Milliseconds from sending to the last answer, each. */
  readonly took: readonly number[];
  /** At each reading, Jain's index of the answers gone of those who wait: 1 is even. */
  readonly evenness: readonly number[];
}

export interface ApplicantRules {
  readonly random: () => number;
  /** Milliseconds for which others have used the service before. */
  readonly warm: number;
}

interface State {
  readonly at: number;
  done: number;
  left: number;
  doneAt: number;
}

export async function simulateApplicants(
  limit: HiddenLimit,
  applicants: readonly Applicant[],
  rules: ApplicantRules,
): Promise<ApplicantRun> {
  const clock = createQuickClock();
  const rateLimiter = makeLearnedRateLimiter(rules.random)(clock);
  const start = rules.warm + REST;
  const states = applicants.map((applicant) => newState(applicant, start));
  const road = { clock, rateLimiter, limit };
  const evenness: number[] = [];
  void warmUp(road, rules.warm);
  for (const state of states) void apply(road, state);
  void readAll(states, { clock, evenness });
  await clock.run();
  return { took: states.map(({ at, doneAt }) => doneAt - at), evenness };
}

const newState = ({ at, answers }: Applicant, start: number): State => ({
  at: start + at,
  done: 0,
  left: answers,
  doneAt: 0,
});

interface Readings {
  readonly clock: Clock;
  readonly evenness: number[];
}

async function readAll(states: readonly State[], { clock, evenness }: Readings): Promise<void> {
  while (states.some(({ left }) => left > 0)) {
    await clock.sleep(READ_EVERY);
    const waiting = states.filter(({ at, left }) => left > 0 && at < clock.monotonic());
    if (waiting.length > 1) evenness.push(jainIndex(waiting.map(({ done }) => done)));
  }
}

async function warmUp(road: Road, duration: number): Promise<void> {
  const until = road.clock.monotonic() + duration;
  const leased = async () => {
    while (road.clock.monotonic() < until) await sendOnce(road);
  };
  for (let number = 0; number < 4; number += 1) void leased();
  await road.clock.sleep(duration + REST);
}

async function apply(road: Road, state: State): Promise<void> {
  await road.clock.sleep(state.at - road.clock.monotonic());
  while (state.left > 0) {
    if (!(await sendOnce(road))) continue;
    state.left -= 1;
    state.done += 1;
  }
  state.doneAt = road.clock.monotonic();
}

/** (Σx)² / (n·Σx²): 1 when all have the same, 1/n when one has all. */
export function jainIndex(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  const squares = values.reduce((total, value) => total + value * value, 0);
  return squares === 0 ? 1 : (sum * sum) / (values.length * squares);
}
