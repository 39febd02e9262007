/** Disturbs requests on demand (`src/sandbox/README.md#faults`). */
import * as z from 'zod';

export const disturbedReplies = ['drop', 'cut', 'html', 'no_id', 'silence'] as const;

/**
 * `drop` ends the connection; `cut` sends half a body and ends it; `html` sends a page; `no_id` sends JSON without an
 * id; `silence` sends nothing until the client gives up.
 */
export type DisturbedReply = (typeof disturbedReplies)[number];

const commits = ['none', 'now', 'late'] as const;

/**
 * The reply that the client gets, and whether its request is carried out. Both are chosen independently, so that the
 * outcome can be unclear to the client.
 */
export interface Disturbance {
  /** A path prefix such as `/api/v1/answers`. */
  readonly path: string;
  /** Default: any method. */
  readonly method?: string | undefined;
  /** The id of the question that the request answers. Default: any request. */
  readonly question?: string | undefined;
  /** A number is a status from 400 to 599. Default: the service's own reply. */
  readonly reply?: DisturbedReply | number | undefined;
  /** Whether the disturbed request is carried out: never, before the reply, or after it. Default `none`. */
  readonly commit?: (typeof commits)[number] | undefined;
  /** Milliseconds from the reply until a late commit. */
  readonly after?: number | undefined;
  /** Seconds for `Retry-After`. */
  readonly retry_after?: number | undefined;
  /** Milliseconds before anything else happens. */
  readonly delay?: number | undefined;
  /** The number of requests that it still affects. Default: unlimited. */
  readonly requests?: number | undefined;
  /** The share of requests, from 0 to 1. Default 1. */
  readonly probability?: number | undefined;
}

export interface Faults {
  /** The first disturbance that matches a request applies. */
  readonly disturb?: readonly Disturbance[] | undefined;
  /** The same seed makes the same choices by `probability`. Default 1. */
  readonly seed?: number | undefined;
}

/** At most ten minutes, which is longer than any timeout of a client. */
const milliseconds = z.int().min(0).max(600_000);

const disturbanceSchema = z.strictObject({
  path: z.string().startsWith('/'),
  method: z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']).optional(),
  question: z.string().optional(),
  reply: z.union([z.enum(disturbedReplies), z.int().min(400).max(599)]).optional(),
  commit: z.enum(commits).optional(),
  after: milliseconds.optional(),
  retry_after: z.int().min(0).optional(),
  delay: milliseconds.optional(),
  requests: z.int().min(1).optional(),
  probability: z.number().min(0).max(1).optional(),
});

/** The body of `PUT faults`. */
export const faultsBody: z.ZodType<Faults> = z.strictObject({
  disturb: z.array(disturbanceSchema).optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
});

interface IncomingRequest {
  readonly method: string;
  readonly path: string;
  readonly question: string | null;
}

export type FaultSwitch = ReturnType<typeof createFaultSwitch>;

export function createFaultSwitch() {
  let faults: Faults = {};
  let random = createRandom(1);
  const matches = (disturbance: Disturbance, { method, path, question }: IncomingRequest): boolean =>
    path.startsWith(disturbance.path) &&
    (disturbance.method ?? method) === method &&
    (disturbance.question ?? question) === question &&
    (disturbance.probability === undefined || random() < disturbance.probability);
  return {
    current: (): Faults => ({ disturb: [], seed: 1, ...faults }),
    replace(next: Faults): void {
      faults = next;
      random = createRandom(next.seed ?? 1);
    },
    /** Returns the disturbance of this request and counts it down; undefined if there is none. */
    take(request: IncomingRequest): Disturbance | undefined {
      const matching = faults.disturb?.find((candidate) => matches(candidate, request));
      if (matching?.requests !== undefined)
        faults = { ...faults, disturb: countedDown(faults.disturb ?? [], matching) };
      return matching;
    },
  };
}

const countedDown = (all: readonly Disturbance[], matching: Disturbance): readonly Disturbance[] =>
  all
    .map((item) => (item === matching ? { ...item, requests: (item.requests ?? 0) - 1 } : item))
    .filter(({ requests }) => requests !== 0);

/** Returns a number from 0 to 1, with 1 excluded. */
type Random = () => number;

/** The same seed gives the same numbers (mulberry32). */
function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
