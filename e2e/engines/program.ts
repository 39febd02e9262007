import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program in a group of its own, which ends with all that it has started. */
export interface Program {
  /** The first group of what matches first in all that it has printed; fails when it ends without. */
  said(pattern: RegExp): Promise<string>;
  stop(): Promise<void>;
}

export function startProgram(
  file: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
): Program {
  const child = spawn(file, [...parameters], {
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
    child.emit('said');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return {
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output)?.[1];
          if (found !== undefined) resolve(found);
        };
        child.on('said', look);
        child.once('error', reject);
        child.once('exit', () => reject(new Error(`${file} ended.\n${output}`)));
        look();
      }),
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}
