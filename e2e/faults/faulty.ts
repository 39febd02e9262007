/** Makes the dependencies of a process slow or faulty at random, and kills the process at any call. */
import * as chances from './chances.ts';
import { never, type Process } from './process.ts';
import { strikes, type World } from './world.ts';

type Around = (name: string, work: () => Promise<unknown>) => Promise<unknown>;

/** Wraps each method of an object and of its members. */
export function wrap<Part extends object>(base: Part, around: Around): Part {
  const known = new Map<PropertyKey, unknown>();
  return new Proxy(base, {
    get(target, name) {
      if (!known.has(name)) known.set(name, wrapMember(target, name, around));
      return known.get(name);
    },
  });
}

function wrapMember(target: object, name: PropertyKey, around: Around): unknown {
  const member: unknown = Reflect.get(target, name);
  if (typeof member === 'function')
    return (...given: unknown[]) =>
      around(String(name), () => Promise.resolve(Reflect.apply(member, target, given)));
  return typeof member === 'object' && member !== null ? wrap(member, around) : member;
}

/** Calls that an idle process repeats. */
const idleCalls = new Set(
  'now lease nextDue listAttention backlog countVisitors sweep readReconcileDelay expire listDue'.split(' '),
);
/** The share of idle calls that may meet a fault. All others take no time, which keeps schedules fast. */
const EVENTFUL = 0.1;

export function faulty<Part extends object>(base: Part, world: World, process: Process): Part {
  const { random, clock, trace } = world;
  const { usual, slow, slowest, fails } = chances.store;
  const call = async (name: string, work: () => Promise<unknown>, killed: number) => {
    const isSlow = strikes(world, 'store', slow);
    const failure = strikes(world, 'store', fails) ? random.pick(['before', 'after']) : null;
    if (failure !== null) trace?.(process.name, `${name} fails ${failure} it is done`);
    await clock.sleep(isSlow ? random.between(500, slowest) : random.between(...usual));
    const done = failure === 'before' ? null : await work();
    if (failure !== null) throw new Error('The store did not answer.');
    if (!process.mayEnd(killed)) process.mayStall();
    return done;
  };
  return wrap(base, async (name, work) => {
    const isIdle = idleCalls.has(name);
    const { killed, killedIdle } = chances.process;
    const share = isIdle ? killedIdle / EVENTFUL : killed;
    const isEventful = !isIdle || random.chance(EVENTFUL);
    if (isEventful ? process.mayEnd(share) : !process.isAlive) return never();
    return process.receive(isEventful ? call(name, work, share) : work());
  });
}
