/**
 * What the log says about an exception: its name and its stack. Never its message, which may contain what an
 * applicant typed.
 */

export interface DescribedError {
  readonly cause: string;
  /** Innermost first, as `readJson (src/server/http/read-body.ts:40:11)`. */
  readonly stack: readonly string[];
}

const MOST_PLACES = 20;
/** Characters of a stack that are read, because a message can have any length. */
const LONGEST_STACK = 20_000;

export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { cause: 'unknown', stack: [] };
  const cause = /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
  return { cause, stack: findPlaces(error) };
}

/** The message precedes the stack frames and may contain lines that look like them. */
function findPlaces({ stack, message }: Error): readonly string[] {
  if (typeof stack !== 'string') return [];
  const head = stack.indexOf(message);
  if (head < 0) return [];
  const lines = stack
    .slice(head + message.length)
    .slice(0, LONGEST_STACK)
    .split('\n');
  return lines.flatMap((line) => readPlace(line) ?? []).slice(0, MOST_PLACES);
}

/** Parses a line of V8's stack, such as `    at async name (file:///app/src/a.ts:1:2)`; null if it is not one. */
function readPlace(line: string): string | null {
  const [, name, address] =
    /^ {4}at (?:async )?(?:(.{1,100}) \()?([^\s()]{1,1000}:\d+:\d+)\)?$/.exec(line) ?? [];
  if (address === undefined) return null;
  const place = ownPath(address);
  return name === undefined ? place : `${name} (${place})`;
}

/** Removes the machine's folders, whose names may identify a person. */
function ownPath(address: string): string {
  if (address.startsWith('node:')) return address;
  const packages = address.lastIndexOf('/node_modules/');
  if (packages >= 0) return address.slice(packages + 1);
  const own = Math.max(address.lastIndexOf('/src/'), address.lastIndexOf('/dist/'));
  return own >= 0 ? address.slice(own + 1) : address.slice(address.lastIndexOf('/') + 1);
}
