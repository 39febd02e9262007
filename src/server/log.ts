import pino, { type DestinationStream } from 'pino';
import type { Log } from '../proxy/log.ts';

export interface ServerLog extends Log {
  /** One sentence for the operator. */
  note(sentence: string): void;
}

/**
 * JSON lines, not on stdout: that carries only the address. Fields are those of `Log`, picked one by one.
 *
 * @param destination stderr by default
 */
export function createLog(
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): ServerLog {
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    warn: (event, { tenant, job, question, reference, cause, status, count }) =>
      log.warn({ event, tenant, job, question, reference, cause, status, count }),
    error: (event, { tenant, job, question, reference, cause, status, count }) =>
      log.error({ event, tenant, job, question, reference, cause, status, count }),
    note: (sentence) => log.warn(sentence),
  };
}
