import pino, { type DestinationStream } from 'pino';
import type { RunningRelease } from '../http/options.ts';
import type { Log, LogFields } from '../log.ts';
import { visible } from './print.ts';

export interface ServerLog extends Log {
  /** Writes one sentence for the operator. */
  note(sentence: string): void;
}

export interface ProcessLog extends ServerLog {
  /** The server takes requests. `store`: the database and its version. */
  started(running: RunningRelease & { readonly store: string }): void;
}

/**
 * Writes JSON lines to stderr, because stdout has only the address. Picks the fields of `Log` one by one.
 *
 * @param destination stderr by default
 */
export function createLog(
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): ProcessLog {
  const escapedDestination = { write: (line: string) => destination.write(visible(line)) };
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, escapedDestination);
  return {
    warn: (event, fields) => log.warn({ event, ...pick(fields) }),
    error: (event, fields) => log.error({ event, ...pick(fields) }),
    note: (sentence) => log.warn(sentence),
    started: ({ version, build, store }) => log.info({ event: 'started', version, build, store }),
  };
}

/** Only these fields are logged, never other members of an object. A missing field does not compile. */
const loggedFields: Readonly<Record<keyof LogFields, true>> = {
  tenant: true,
  job: true,
  application: true,
  question: true,
  reference: true,
  revision: true,
  locale: true,
  cause: true,
  code: true,
  status: true,
  count: true,
  left_out: true,
  route: true,
  stack: true,
  members: true,
  fields: true,
  origin: true,
  tag: true,
  context: true,
  advice: true,
  problems: true,
};

const pick = (fields: LogFields) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(loggedFields, name)));
