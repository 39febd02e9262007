/** Requests over many kept connections, to each of several servers in turn; none is tried twice by itself. */
import { Pool } from 'undici';
import { failure, type Outcome, success } from '../../src/core/model/outcome.ts';
import { at, parseJson } from '../../src/sandbox/json.ts';

export interface LineCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface LineReply {
  readonly status: number;
  /** Of the first error; null: there is none. */
  readonly code: string | null;
  /** Seconds; null: not told. */
  readonly retryAfter: number | null;
  readonly body: unknown;
}

/** The failure is the code of the error, such as `ECONNRESET`, or its name. */
export type LineOutcome = Outcome<LineReply, string>;

export interface Line {
  send(call: LineCall): Promise<LineOutcome>;
  /** Opens all connections, as a balancer keeps them: a server takes one new one in each turn of its event loop. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

export const MEDIA = { 'content-type': 'application/vnd.api+json' } as const;

export interface LineOptions {
  /** Milliseconds after which a reply is waited for no longer. */
  readonly patience?: number;
  /** To each server; what comes when all are busy waits here. */
  readonly connections?: number;
}

/** Milliseconds; connections, below the files that a process may usually have open. */
const [PATIENCE, CONNECTIONS] = [30_000, 2_000];

export function openLine(
  addresses: readonly string[],
  { patience = PATIENCE, connections = CONNECTIONS }: LineOptions = {},
): Line {
  const pools = addresses.map(
    (address) => new Pool(address, { connections, connect: { timeout: patience } }),
  );
  let turn = 0;
  const send = async (call: LineCall): Promise<LineOutcome> => {
    turn += 1;
    const pool = pools[turn % pools.length];
    if (pool === undefined) return failure('no address');
    try {
      return success(await request(pool, call, patience));
    } catch (error) {
      return failure(causeOf(error));
    }
  };
  return {
    send,
    async connect() {
      const calls = Array.from({ length: connections * pools.length }, () =>
        send({ method: 'GET', path: '/healthz', headers: {} }),
      );
      await Promise.all(calls);
    },
    close: async () => void (await Promise.all(pools.map((pool) => pool.destroy()))),
  };
}

async function request(pool: Pool, { body = '', ...call }: LineCall, patience: number): Promise<LineReply> {
  const reply = await pool.request({
    ...call,
    ...(body === '' ? {} : { body }),
    signal: AbortSignal.timeout(patience),
  });
  const read = parseJson(await reply.body.text());
  const errors = at(read, 'errors');
  const code = Array.isArray(errors) ? at(errors[0], 'code') : null;
  const retryAfter = Number(reply.headers['retry-after'] ?? Number.NaN);
  return {
    status: reply.statusCode,
    code: typeof code === 'string' ? code : null,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    body: read,
  };
}

const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
