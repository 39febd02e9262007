/** The fault model of `src/server/ledger/README.md#faults-considered` in numbers: probabilities from 0 to 1, times in milliseconds. */

/** The factor by which a kind of fault is more likely in the hardest world, and less likely in the easiest. */
export const hardest = 3;
/** The highest probability in any world, so that work makes progress. */
export const likeliest = 0.85;

/** The outcomes of a write to the service; in all other cases it succeeds. */
export const write = {
  /** The service answers 429, half of the time with `Retry-After`. */
  limited: 0.1,
  /** The write is stored after its time limit. */
  late: 0.04,
  /** The write is stored, and the reply is lost, cut, or not JSON:API. */
  replyLost: 0.1,
  /** The write is never stored, which the client cannot distinguish from a lost reply. */
  requestLost: 0.11,
} as const;

/** The delay between the time limit and the storing of a late write. */
export const lateCommit = { mean: 4_000, most: 30_000 } as const;

export const read = { fails: 0.15 } as const;

export const outage = { share: 0.5, latest: 120_000, longest: 90_000 } as const;

/** The share of services that return answers without their question, and of those that show no documents. */
export const service = { namesNoQuestion: 0.2, hidesDocuments: 0.15 } as const;

/** The service refuses an answer, or an applicant's details. */
export const refusal = { answer: 0.07, details: 0.07 } as const;

export const process = {
  /** The process is killed at a step of its work, half of the time before the effect. */
  killed: 0.03,
  /** An idle process is killed at a step. */
  killedIdle: 0.002,
  backAfter: [500, 45_000],
  /** The process is suspended after a step, as on a paused virtual machine. */
  stall: 0.006,
  longestStall: 300_000,
  /** The process is stopped by SIGTERM; it is killed before it has ended. */
  drained: 0.15,
  killedInDrain: 0.3,
} as const;

export const store = {
  /** A call fails, half of the time after its effect. */
  fails: 0.01,
  usual: [0.3, 6],
  /** A call waits for a lock or a slow disk, longer than the second for which a mark is valid. */
  slow: 0.01,
  slowest: 2_500,
  /** Postgres ends the connections of this process during a call. */
  breaks: 0.01,
} as const;

export const browser = {
  /** The request or the reply of a call to the proxy is lost. */
  loses: 0.12,
  secondTab: 0.25,
  closes: 0.3,
  comesBack: 0.35,
  doubleClick: 0.1,
} as const;

/** Schedules whose store is replaced by a backup: the time of the backup, the delay of the restore, and the number of tries. */
export const restore = {
  share: 0.25,
  backUp: [500, 40_000],
  later: [200, 90_000],
  tries: 6,
  most: 2,
} as const;

/** Schedules in which one applicant is erased, with the latest time of it. */
export const erasure = { share: 0.1, latest: 120_000 } as const;

/** Schedules in which the wall clock is set, with the number and the size of the changes: a correction, a time zone, a wrong date. */
export const wall = {
  share: 0.3,
  most: 3,
  latest: 120_000,
  by: [
    [500, 60_000],
    [60_000, 7_200_000],
    [7_200_000, 172_800_000],
  ],
} as const;

/** Schedules with a webhook: its receiver may be away at first, and a request or its answer may be lost. */
export const receiver = { share: 0.1, away: 0.3, fails: 0.15 } as const;
