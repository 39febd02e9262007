/** The fault model of `src/server/ledger/README.md#faults-considered` in numbers: probabilities from 0 to 1, times in milliseconds. */

/** By how much a kind of fault is likelier than usual in the hardest world, and less likely in the easiest. */
export const hardest = 3;
/** No probability is higher in any world, so that work gets on. */
export const likeliest = 0.85;

/** What becomes of one write to the service; in all other cases it is served. */
export const write = {
  /** 429, half of them with `Retry-After`. */
  limited: 0.1,
  /** Stored after its time limit. */
  late: 0.04,
  /** Stored, and the reply is lost, cut, or no JSON:API. */
  replyLost: 0.1,
  /** Never stored, and it looks the same. */
  requestLost: 0.11,
} as const;

/** How long after the time limit a late write is stored. */
export const lateCommit = { mean: 4_000, most: 30_000 } as const;

export const read = { fails: 0.15 } as const;

export const outage = { share: 0.5, latest: 120_000, longest: 90_000 } as const;

/** Services that name no question with an answer, and that show no documents. */
export const service = { namesNoQuestion: 0.2, hidesDocuments: 0.15 } as const;

/** That the service refuses an answer, or an applicant's details. */
export const refusal = { answer: 0.07, details: 0.07 } as const;

export const process = {
  /** That it is killed at one step of its work: half of the kills come before the effect, half after. */
  killed: 0.03,
  /** The same for a step of an idle process. */
  killedIdle: 0.002,
  backAfter: [500, 45_000],
  /** That it stands still after a step, as on a paused virtual machine. */
  stall: 0.006,
  longestStall: 300_000,
  /** That it is stopped in order, by SIGTERM, and that it is killed before it has ended. */
  drained: 0.15,
  killedInDrain: 0.3,
} as const;

export const store = {
  /** That a call fails; half of these calls have had their effect. */
  fails: 0.01,
  usual: [0.3, 6],
  /** That a call meets a lock or a slow disk: longer than the second for which a mark is valid. */
  slow: 0.01,
  slowest: 2_500,
  /** Of Postgres: that the server ends the connections of this process meanwhile. */
  breaks: 0.01,
} as const;

export const browser = {
  /** That one call to the proxy loses its request or its reply. */
  loses: 0.12,
  secondTab: 0.25,
  closes: 0.3,
  comesBack: 0.35,
  doubleClick: 0.1,
} as const;

/** Schedules whose store is replaced by a backup: when it is made, how much later it is restored, and how often that is tried. */
export const restore = {
  share: 0.25,
  backUp: [500, 40_000],
  later: [200, 90_000],
  tries: 6,
  most: 2,
} as const;

/** Schedules in which one applicant is erased, and when at the latest. */
export const erasure = { share: 0.1, latest: 120_000 } as const;

/** Schedules in which the wall clock is set, how often, and by how much: a correction, a time zone, a wrong date. */
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

/** Schedules in which a back end is told, that it is away at first, and that one request or its answer is lost. */
export const receiver = { share: 0.1, away: 0.3, fails: 0.15 } as const;
