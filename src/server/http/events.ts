/**
 * Security events, and limits that visitors reach. Every event is counted, but the log has one line a minute of each
 * kind, so that a flood neither fills the disk nor hides other kinds.
 */
import type { Tenant } from '../../core/model/ids.ts';
import type { Log, LogFields } from '../log.ts';

export const proxyEvents = [
  /** A bearer key that is not an admin key. */
  'wrong_key',
  /** A token that was not made here, was changed, or belongs to another form; an expired one does not count. */
  'forged_token',
  /** A link's code that is invalid; spent ones do not count. */
  'wrong_code',
  /** A limit of `limits.ts` was reached. */
  'limit_reached',
  /** There was more work than capacity, so a request was refused unread. */
  'overloaded',
  /** There was no space for a file. */
  'staging_full',
  /** Visitors have reached a cap (`limits.ts`), so the next one has to wait. */
  'queue_full',
  /** A page whose origin may not embed the form. */
  'origin_refused',
  /** A request that failed with an unexpected exception. */
  'unexpected',
] as const;
export type ProxyEvent = (typeof proxyEvents)[number];

/** Called at once for each event; the tenant is null if it is unknown. */
export type OnEvent = (event: ProxyEvent, tenant: Tenant | null) => void;

/** @param log should limit how often these events are logged */
export const createEvents = (log: Log, onEvent: OnEvent = () => undefined) => ({
  report(event: ProxyEvent, fields: Omit<LogFields, 'tenant'> & { readonly tenant?: Tenant } = {}): void {
    onEvent(event, fields.tenant ?? null);
    if (event === 'unexpected') log.error(event, fields);
    else log.warn(event, fields);
  },
});

/** Name and stack of an error for the log, without its message, which may contain an applicant's text. */
export function describeError(error: unknown): { readonly cause: string; readonly stack: readonly string[] } {
  if (!(error instanceof Error)) return { cause: 'unknown', stack: [] };
  const { name, message, stack = '' } = error;
  // The message precedes the stack frames and may contain lines that look like them.
  const head = stack.indexOf(message);
  const start = head + message.length;
  const lines = head < 0 ? [] : stack.slice(start, start + LONGEST_STACK).split('\n');
  return {
    cause: /^\w{1,60}$/.test(name) ? name : 'Error',
    stack: lines.flatMap((line) => parseFrame(line) ?? []).slice(0, MOST_FRAMES),
  };
}

const MOST_FRAMES = 20;
/** Characters of a stack that are read, because a message can have any length. */
const LONGEST_STACK = 20_000;

/** Parses a line of V8's stack, such as `    at async name (file:///app/src/a.ts:1:2)`; null if it is not one. */
function parseFrame(line: string): string | null {
  const [, name, address] =
    /^ {4}at (?:async )?(?:(.{1,100}) \()?([^\s()]{1,1000}:\d+:\d+)\)?$/.exec(line) ?? [];
  if (address === undefined) return null;
  // Removes the machine's folders, whose names may identify a person.
  const folder = ['/node_modules/', '/src/', '/dist/', '/'].find(
    (candidate) => address.lastIndexOf(candidate) >= 0,
  );
  const location = folder === undefined ? address : address.slice(address.lastIndexOf(folder) + 1);
  return name === undefined ? location : `${name} (${location})`;
}
