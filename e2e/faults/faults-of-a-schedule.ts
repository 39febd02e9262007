/** The fault model of `src/server/ledger/README.md#faults-considered` in numbers: probabilities from 0 to 1, times in milliseconds. */

/** By how much a kind of fault is likelier than usual in the hardest world, and less likely in the easiest. */
export const hardest = 3;
/** No probability is higher in any world, so that work gets on. */
export const likeliest = 0.85;

/** The outcomes of one POST to the service; in all other cases it is served correctly. */
export const post = {
  /** 429, half of them with `Retry-After`. */
  limited: 0.1,
  /** The outcome is unclear for 25 % of all POSTs: these are stored after the time limit… */
  late: 0.04,
  /** …these were stored, but the reply is lost, cut, or no JSON:API… */
  storedUnclear: 0.1,
  /** …and these were never stored. */
  lostUnclear: 0.11,
} as const;

/** How long after the time limit a late POST is stored. */
export const lateCommit = { mean: 4_000, most: 30_000 } as const;

export const read = {
  fails: 0.15,
  /** What was stored within this time may not be shown yet. */
  lag: 2_000,
  /** That no way of looking shows what was asked for: an empty list for one application, a relation that is not loaded, a page of several. */
  odd: 0.04,
} as const;

export const outage = { share: 0.5, most: 90_000 } as const;

export const process = {
  /** That the process crashes at one step of its work: half of the crashes come before the effect, half after. */
  crash: 0.03,
  /** The same for the steps of an idle process. */
  idleCrash: 0.002,
  backAfter: [500, 45_000],
  /** That the process stalls after a step, as on a paused virtual machine or during a long garbage collection. */
  stall: 0.006,
  longestStall: 300_000,
  /** That a process is stopped in order, by SIGTERM: it begins nothing more and finishes what is under way. */
  drained: 0.15,
  /** …and that it is killed before it has. */
  killedInDrain: 0.3,
} as const;

export const store = {
  /** That a call fails; half of these calls have had their effect. */
  fails: 0.01,
  usual: [0.3, 6],
  /** That a call meets a lock or a slow disk. `slowest` is longer than the second for which a mark is valid. */
  slow: 0.01,
  slowest: 2_500,
} as const;

/**
 * Of a database that several processes reach at once, at one call: that the server ends the connections of its process,
 * and that another session locks the same rows; how many real milliseconds after it began, or for how long.
 */
export const database = {
  breaks: 0.01,
  locks: 0.02,
  within: 6,
  /** That what a killed process had begun ends with it, instead of being done still. */
  diesWithProcess: 0.25,
} as const;

/** Processes at the most, and applicants. */
export const crowd = { processes: 3, applicants: 5 } as const;

export const browser = {
  /** That one call to the proxy loses its request or its reply. */
  loses: 0.12,
  secondTab: 0.25,
  /** That the second tab changes answers. */
  edits: 0.3,
  closes: 0.3,
  closesWithin: 6_000,
  comesBack: 0.35,
  doubleClick: 0.1,
} as const;

/** That the service refuses an answer, or an applicant's details. */
export const refusal = { answer: 0.07, details: 0.07 } as const;

/** Visitors who say nothing of themselves beyond names and email. */
export const said = { bare: 0.4 } as const;

/** Jobs that demand further details or files, how many at the most, and services that do not say what is missing. */
export const demands = { share: 0.5, most: 3, tellsNothing: 0.15 } as const;

/** Services that show the files of an application in their own way, or not at all, and those that refuse the tag of a consent. */
export const habits = {
  hidesDocuments: 0.15,
  rewritesNames: 0.3,
  givesNames: 0.2,
  showsAllFiles: 0.3,
  refusesTag: 0.2,
} as const;

export const staging = { fails: 0.05, slowest: 2_000 } as const;

/**
 * Simulations whose store is replaced by a backup: when the backup is made, how much later it is restored, and how often
 * another moment is tried because something was accepted in between.
 */
export const restore = {
  share: 0.25,
  backUp: [500, 40_000],
  later: [200, 90_000],
  tries: 6,
  most: 2,
} as const;

/** Simulations in which an operator handles parked items, and when the operator comes at the latest. */
export const operator = { share: 0.2, latest: 600_000 } as const;

/** Simulations without a restore in which an operator erases an applicant, and when at the latest. */
export const erasure = { share: 0.1, latest: 120_000 } as const;

/**
 * Simulations in which the wall clock of a machine is set, how often, and by how much, forward or back: as much as by a
 * correction, by a time zone, or by a date that was wrong.
 */
export const wall = {
  share: 0.3,
  most: 3,
  /** While most is sent. */
  latest: 120_000,
  by: [
    [500, 60_000],
    [60_000, 7_200_000],
    [7_200_000, 172_800_000],
  ],
} as const;

/** Simulations that go on until nothing need be kept any more, and those of them whose machine is off before all is done. */
export const ageing = { share: 0.03, early: 0.5 } as const;

/**
 * Simulations in which a back end is told: that it is away at first, and that one request or its answer is lost. Of
 * those with a restore, some have an applicant erased after the backup was made, and when it is made at the latest.
 */
export const receiver = {
  share: 0.1,
  away: 0.3,
  fails: 0.15,
  restoresErased: 0.35,
  backUpUntil: 200_000,
} as const;

/** Simulations with the learned rate limiter, which `e2e/simulation` tests by itself. */
export const learnedRateLimiter = 0.3;
