/** For tests: waits until no work of this process is under way, by counting it. */
import { subscribe } from 'node:diagnostics_channel';
import { giveTurn } from './clock.ts';

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

/** Node's resources for files, name look-ups and immediates. libsql blocks, so it is never under way. */
const working = new Set(['FSReqPromise', 'FSReqCallback', 'CloseReq', 'GetAddrInfoReqWrap', 'Immediate']);

const isBusy = (): boolean =>
  underWay.size > 0 || process.getActiveResourcesInfo().some((name) => working.has(name));

let looking: Promise<void> | null = null;

/** Resolves when all work waits for time. All callers share one look, because a look is an immediate itself. */
export function quiet(): Promise<void> {
  looking ??= look();
  return looking;
}

async function look(): Promise<void> {
  do await giveTurn();
  while (isBusy());
  looking = null;
}
