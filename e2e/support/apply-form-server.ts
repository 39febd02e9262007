import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../dist/server.js', import.meta.url));

export interface Server {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** The same server under another name, which is another origin for the browser. */
  readonly otherOrigin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the built server as an operator does, on a free port, by default in sandbox mode. */
export async function startServer(
  environment: Record<string, string> = {},
  program: readonly string[] = [built],
  node = process.execPath,
): Promise<Server> {
  const mode = 'APPLY_SERVICE_URL' in environment ? {} : { APPLY_MODE: 'sandbox' };
  const child = spawn(node, [...program], {
    env: { PATH: process.env['PATH'], PORT: '0', ...mode, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const origin = await readyLine(child);
  return {
    origin,
    otherOrigin: origin.replace('127.0.0.1', 'localhost'),
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function readyLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      const origin = /Apply Form {2}(http:\S+)/.exec(output)?.[1];
      if (origin !== undefined) resolve(origin);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
}
