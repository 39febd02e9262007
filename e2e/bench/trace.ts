/** Chromium's own trace of a page. */

/** What is read of an event; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The thread's own time. */
  readonly tdur?: number;
  readonly args?: {
    /** Of a thread. */
    readonly name?: string;
    readonly elementCount?: number;
    readonly data?: { readonly type?: string; readonly functionName?: string };
    readonly beginData?: { readonly dirtyObjects?: number; readonly totalObjects?: number };
  };
}

export const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}-${tid}`;

/** @param recorded as `stopTracing` returns it */
export function readTrace(recorded: Buffer): readonly TraceEvent[] {
  const trace: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(recorded.toString());
  return trace.traceEvents;
}

/** Threads on which pages run. */
export const mainThreads = (events: readonly TraceEvent[]): ReadonlySet<string> =>
  new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );

/** What a trace needs so that `timesToPaint` can read it; few, because each slows the page down. */
export const paintCategories = ['devtools.timeline', 'blink.user_timing', '__metadata'];

/**
 * From the time of each key that `markChange` marked to the end of the frame in which what it changed was painted.
 * Not measured in the page, where a task of a frame may run after the next one.
 * @returns milliseconds, by the names of the marks
 */
export function timesToPaint(events: readonly TraceEvent[]): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>();
  const inOrder = [...events].sort((one, other) => one.ts - other.ts);
  for (const change of inOrder) {
    const name = /^changed (.+)/.exec(change.name)?.[1];
    if (name === undefined) continue;
    const own = inOrder.filter((event) => threadOf(event) === threadOf(change));
    const key = own.findLast((event) => event.name === `key ${name}` && event.ts <= change.ts);
    const paint = own.find((event) => event.name === 'Layerize' && event.ts >= change.ts);
    if (key === undefined || paint === undefined) throw new Error(`Nothing was painted of ${name}.`);
    const known = times.get(name) ?? [];
    times.set(name, known);
    known.push((paint.ts + (paint.dur ?? 0) - key.ts) / 1000);
  }
  return times;
}
