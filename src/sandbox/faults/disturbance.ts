/**
 * A disturbed request: what the client gets instead of the reply, and what happens to the data it sent. Both are chosen
 * independently, since that is what makes an outcome unclear to the client.
 */
export const disturbedReplies = ['drop', 'cut', 'html', 'no_id', 'silence'] as const;

/** `drop`: the connection ends · `cut`: half a body, then it ends · `html`: a page · `no_id`: JSON of no resource. */
export type DisturbedReply = (typeof disturbedReplies)[number];

export const commits = ['none', 'now', 'late'] as const;

/** Whether the request is carried out: never, before the reply, or long after the client has its reply. */
type Commit = (typeof commits)[number];

export interface Disturbance {
  /** Path prefix, as `/api/v1/answers`. */
  readonly path: string;
  /** null: any method. */
  readonly method: string | null;
  /** A number is a status from 400 to 599. */
  readonly reply: DisturbedReply | number;
  readonly commit: Commit;
  /** Milliseconds from the request until it is carried out, when that is late. */
  readonly after: number;
  /** Seconds for `Retry-After`; null sends none. */
  readonly retry_after: number | null;
  /** How many more requests it affects; null: unlimited. */
  readonly requests: number | null;
  /** The share of requests, from 0 to 1. */
  readonly probability: number;
}

/** From 0 to 1, 1 excluded. */
export type Random = () => number;

/** The same seed gives the same numbers (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
}

/** The first disturbance that matches this request. */
export function findDisturbance(
  all: readonly Disturbance[],
  { method, path }: Asked,
  random: Random,
): Disturbance | undefined {
  return all.find(
    (one) =>
      path.startsWith(one.path) &&
      (one.method === null || one.method === method) &&
      (one.probability === 1 || random() < one.probability),
  );
}
