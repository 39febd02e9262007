/** Programs of a checkout, whatever its layout: `package.json` says where they are. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Program {
  readonly address: string;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

export interface Start {
  /** Of the scripts in `package.json`. */
  readonly script: 'dev' | 'sandbox';
  readonly parameters?: readonly string[];
  readonly environment?: Environment;
  /** Of Node. */
  readonly options?: readonly string[];
}

export async function startProgram(
  folder: string,
  { script, parameters = [], environment = {}, options = [] }: Start,
): Promise<Program> {
  const child = spawn(
    process.execPath,
    [...options, '--import', 'tsx', entryOf(folder, script), ...parameters],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  process.once('exit', () => child.kill());
  const ended = once(child, 'close');
  const address = await addressOf(child);
  return {
    address,
    signal: (name) => void child.kill(name),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function entryOf(folder: string, script: string): string {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const found = /--import tsx (\S+\.ts)/.exec(String(scripts[script]));
  if (found?.[1] === undefined) throw new Error(`package.json has no program "${script}".`);
  return found[1];
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (data: unknown) => {
      output += String(data);
      const found = /^(?:Apply Form|Sandbox) {2}(http\S+)$/m.exec(output);
      if (found?.[1] !== undefined) resolve(found[1]);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => reject(new Error(`The program ended:\n${output}`)));
  });
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
