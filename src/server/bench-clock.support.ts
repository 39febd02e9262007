/**
 * The clock of a whole server in a test. Its time passes by itself, about as fast as real time, so that a short wait
 * needs no words; `until` and `pass` let it pass as fast as the work allows.
 *
 * It passes only while nothing is under way but waiting for time, as counted by `isBusy`. So a busy machine makes
 * nothing late: whatever has a time limit here is either counted or goes on within one turn of the event loop.
 */
import { subscribe } from 'node:diagnostics_channel';
import { giveTurn, systemClock } from './clock.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.support.ts';

export interface BenchClock extends VirtualClock {
  /**
   * Lets time pass until the check holds: at once what need not wait.
   *
   * @param check throws, as an expectation does, while it does not hold
   */
  until<Value>(check: () => Value | Promise<Value>): Promise<Value>;
  /** Lets so many milliseconds pass. */
  pass(milliseconds: number): Promise<void>;
  /** Lets time pass until the work is done. */
  during<Value>(work: Promise<Value>): Promise<Value>;
  /** Its time stands still from now on. */
  stop(): void;
}

/** Milliseconds that pass by themselves in as many real ones. */
const STEP = 20;
/** Milliseconds of its time after which a check that does not hold fails the test. */
const LONGEST = 3_600_000;

export function createBenchClock(): BenchClock {
  const clock = createVirtualClock({ began: Date.now(), settle: quiet });
  let driving: Promise<void> | null = null;
  /** One at a time: what the other one has just woken would not be waited for. */
  async function drive(milliseconds: (toNext: number) => number): Promise<void> {
    while (driving !== null) await driving;
    const now = clock.monotonic();
    driving = clock.run(now + milliseconds((clock.next() ?? now + STEP) - now));
    await driving;
    driving = null;
  }
  const stop = systemClock.every(STEP, () => {
    if (driving === null) void drive(() => STEP);
  });
  async function until<Value>(check: () => Value | Promise<Value>): Promise<Value> {
    const end = clock.monotonic() + LONGEST;
    for (;;) {
      await quiet();
      try {
        return await check();
      } catch (error) {
        if (clock.monotonic() > end) throw error;
      }
      await drive((toNext) => toNext);
    }
  }
  return {
    ...clock,
    until,
    pass: (milliseconds) => drive(() => milliseconds),
    async during(work) {
      let isDone = false;
      const finish = () => {
        isDone = true;
      };
      work.then(finish, finish);
      await until(() => {
        if (!isDone) throw new Error('The work takes longer than an hour.');
      });
      return work;
    },
    stop,
  };
}

/** Jobs of WebCrypto and requests over connections that are under way in this process. */
const underWay = new Set<unknown>();

for (const name of ['digest', 'sign', 'verify', 'encrypt', 'decrypt', 'importKey', 'deriveBits'] as const) {
  const method: unknown = Reflect.get(SubtleCrypto.prototype, name);
  if (typeof method !== 'function') throw new Error(`WebCrypto has no ${name}.`);
  Reflect.set(SubtleCrypto.prototype, name, function counted(this: SubtleCrypto, ...given: unknown[]) {
    const job: Promise<unknown> = Reflect.apply(method, this, given);
    underWay.add(job);
    return job.finally(() => underWay.delete(job));
  });
}

const requestOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'request' in message ? message.request : message;
subscribe('undici:request:create', (message) => underWay.add(requestOf(message)));
for (const end of ['trailers', 'error'])
  subscribe(`undici:request:${end}`, (message) => underWay.delete(requestOf(message)));

/** Of Node: reading and writing files, looking up names, and what has its turn next. libsql lets nothing else happen. */
const working = new Set(['FSReqPromise', 'FSReqCallback', 'CloseReq', 'GetAddrInfoReqWrap', 'Immediate']);

const isBusy = (): boolean =>
  underWay.size > 0 || process.getActiveResourcesInfo().some((name) => working.has(name));

let looking: Promise<void> | null = null;

/** Resolves when nothing is under way but waiting for time. One looks for all, since a look is itself what has its turn. */
function quiet(): Promise<void> {
  looking ??= look().finally(() => {
    looking = null;
  });
  return looking;
}

async function look(): Promise<void> {
  do await giveTurn();
  while (isBusy());
}
