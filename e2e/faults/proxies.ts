/** Calls one of the processes as a browser does; each call may lose its request or its reply. */
import type { Entry } from './entry.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Host } from './host.ts';
import { strikes, type World } from './world.ts';

export interface Instance {
  readonly host: Host;
  readonly entry: Entry;
}

/** Milliseconds after which a browser gives up. */
const PATIENCE = 60_000;

/** `none`: no reply came. `failed`: an error in the process, for the browser a 503. */
export type Called<Value> =
  | { readonly kind: 'replied'; readonly value: Value }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed' };

const none = { kind: 'none' } as const;

export async function call<Value>(
  world: World,
  proxies: readonly Instance[],
  ask: (entry: Entry) => Promise<Value>,
): Promise<Called<Value>> {
  const { timeline, random } = world;
  const [first, ...others] = proxies.filter(({ host }) => host.alive);
  const losesRequest = strikes(world, 'browser', faults.browser.loses / 2);
  const losesReply = strikes(world, 'browser', faults.browser.loses / 2);
  await timeline.pause(random.between(5, 150));
  if (first === undefined || losesRequest) {
    await timeline.pause(random.between(0, 5_000));
    return none;
  }
  const { host, entry } = random.pick([first, ...others]);
  const reply = await replyOf(world, host, () => ask(entry));
  await timeline.pause(losesReply ? random.between(0, 5_000) : random.between(5, 150));
  return losesReply ? none : reply;
}

/** The connection breaks when the process ends. */
function replyOf<Value>({ timeline }: World, host: Host, ask: () => Promise<Value>): Promise<Called<Value>> {
  return new Promise((resolve) => {
    const patience = timeline.after(PATIENCE, () => end(none));
    const end = (reply: Called<Value>) => {
      patience.run = null;
      host.forget(breakOff);
      resolve(reply);
    };
    const breakOff = () => timeline.after(1, () => end(none));
    host.onEnd(breakOff);
    host.reach(() => {
      host.receive(ask()).then(
        (value) => end({ kind: 'replied', value }),
        () => end({ kind: 'failed' }),
      );
    });
  });
}
