/** The built server in a process of its own, which tells the longest stops of its event loop. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface MeasuredServer {
  readonly address: string;
  /** Milliseconds, from the start of its process until it could be used. */
  readonly startedIn: number;
  /** Milliseconds since the last time it was asked, or since the start. */
  longestStop(): Promise<number>;
  /** Ends it as an operator does. */
  stop(): Promise<void>;
}

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
/** Characters of what it said to stderr. */
const COMPLAINT = 2_000;

export async function startMeasured(
  environment: Readonly<Record<string, string>>,
  preloads: readonly string[] = [],
): Promise<MeasuredServer> {
  const began = performance.now();
  const imports = [inRoot('e2e/bench/million/watch-stops.mjs'), ...preloads].flatMap((path) => [
    '--import',
    path,
  ]);
  const child = spawn(process.execPath, [...imports, inRoot('dist/server.js')], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let [told, complaint] = ['', ''];
  child.stderr?.on('data', (data) => {
    complaint = (complaint + String(data)).slice(-COMPLAINT);
  });
  const ended = once(child, 'close');
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (data) => {
      told += String(data);
      const found = /Apply Form {2}(\S+)/.exec(told)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`The server does not start: ${complaint}`)));
  });
  return {
    address,
    startedIn: performance.now() - began,
    async longestStop() {
      const told = once(child, 'message');
      child.send('read');
      return Number((await told)[0]);
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
