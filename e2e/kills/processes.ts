/** Processes of ours: each is known from its first moment to its last, so that none is left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface StartedProcess {
  readonly pid: number;
  /** What `ready` found in its output; null: it ended before. */
  readonly ready: Promise<RegExpExecArray | null>;
  /** Resolves when it is gone. */
  readonly ended: Promise<void>;
  /** Ends it as a power cut does. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Ends it as an operator does, by SIGTERM. Resolves when it is gone. */
  stop(): Promise<void>;
  /** The last of what it said to stderr. */
  complaint(): string;
}

export interface Start {
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What it prints when it can be used. */
  readonly ready: RegExp;
}

export interface Processes {
  start(start: Start): StartedProcess;
  /** To be done when all have ended, the last one first. */
  afterwards(task: () => Promise<void>): void;
  /** Ends all at once; nothing can be started afterwards. */
  end(): Promise<void>;
}

/** Characters. */
const COMPLAINT = 2_000;

export function createProcesses(): Processes {
  const running = new Set<StartedProcess>();
  const tasks: (() => Promise<void>)[] = [];
  let isOver = false;
  return {
    start(start) {
      if (isOver) throw new Error('It is over: nothing is started any more.');
      const started = startProcess(start);
      running.add(started);
      void started.ended.then(() => running.delete(started));
      return started;
    },
    afterwards: (task) => void tasks.unshift(task),
    async end() {
      isOver = true;
      await Promise.all([...running].map((one) => one.kill()));
      for (const task of tasks.splice(0)) await task();
    },
  };
}

function startProcess({ args, environment = {}, ready }: Start): StartedProcess {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const base = { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) };
  const child = spawn(process.execPath, [...args], {
    env: { ...base, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(() => undefined);
  let complaint = '';
  child.stderr.on('data', (data) => {
    complaint = (complaint + String(data)).slice(-COMPLAINT);
  });
  return {
    pid: child.pid ?? 0,
    ready: Promise.race([findInOutput(child, ready), ended.then(() => null)]),
    ended,
    kill() {
      child.kill('SIGKILL');
      return ended;
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    complaint: () => complaint,
  };
}

function findInOutput(child: ChildProcess, ready: RegExp): Promise<RegExpExecArray> {
  let output = '';
  return new Promise((resolve) => {
    child.stdout?.on('data', (data) => {
      output = (output + String(data)).slice(-COMPLAINT);
      const found = ready.exec(output);
      if (found !== null) resolve(found);
    });
  });
}
