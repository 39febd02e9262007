/** How bad the weather is: the storm of `src/server/delivery/README.md#designs-compared` in numbers. All shares are of 1, all times milliseconds. */

/** One POST to the service. What is left of 1 is served as it should be. */
export const post = {
  /** 429, half of them with `Retry-After`. */
  limited: 0.1,
  /** Nobody knows: 25 % in all, of which these are stored after we gave up… */
  late: 0.04,
  /** …these were stored, but the reply is lost, cut, or no JSON:API… */
  storedUnclear: 0.1,
  /** …and these were never stored. */
  lostUnclear: 0.11,
} as const;

/** How much later than our giving up a late POST is stored. */
export const lateCommit = { mean: 4_000, most: 30_000 } as const;

export const read = {
  fails: 0.15,
  /** What was stored within this time may not be shown yet. */
  lag: 2_000,
} as const;

export const outage = { share: 0.5, most: 90_000 } as const;

export const process = {
  /** Chance that the process ends at one step of its work; half before it has its effect, half after. */
  crash: 0.03,
  /** The same, at what it does while there is nothing to do. */
  idleCrash: 0.002,
  backAfter: [500, 45_000],
  /** A virtual machine that is paused, a long collection: after any step. */
  stall: 0.006,
  longestStall: 300_000,
  /** A restart as it should be: nothing more is begun, what is under way may end. */
  drained: 0.1,
} as const;

export const store = {
  /** A call that fails, half of them after it was done. */
  fails: 0.01,
  usual: [0.3, 6],
  /** A lock, a slow disk: over the second that a mark is good for. */
  slow: 0.01,
  slowest: 2_500,
} as const;

export const browser = {
  /** One call to the proxy loses its request or its reply. */
  loses: 0.12,
  secondTab: 0.25,
  /** Of the second tabs: with other answers. */
  edits: 0.3,
  closes: 0.3,
  closesWithin: 6_000,
  comesBack: 0.35,
  doubleClick: 0.1,
} as const;

/** The service says no to an answer, to an applicant's details. */
export const refusal = { answer: 0.07, details: 0.07 } as const;

export const staging = { fails: 0.05, slowest: 2_000 } as const;

/** Worlds whose store is replaced by a backup, the moments of both, and how often nothing was accepted between is tried. */
export const restore = { share: 0.25, backUp: [500, 40_000], later: [200, 90_000], tries: 6 } as const;

/** Worlds in which an operator looks after what is parked, and how long they take to come. */
export const operator = { share: 0.2, latest: 600_000 } as const;

/** Worlds without a restore in which an operator has an applicant erased, and when. */
export const erasure = { share: 0.1, latest: 120_000 } as const;

/** Worlds in which the pace is the learned one, whose simulations of its own are elsewhere. */
export const learnedRateLimiter = 0.3;
