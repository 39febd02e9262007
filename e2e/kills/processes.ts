/** Processes of ours: each is known from its first moment to its last, so that none is left behind. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface Start {
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What it prints when it can be used. */
  readonly ready: RegExp;
}

/** Characters. */
const LONGEST_OUTPUT = 2_000;

export class StartedProcess {
  /** The match of `ready` in its output; null: it ended before. */
  readonly ready: Promise<RegExpExecArray | null>;
  readonly ended: Promise<void>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  #errors = '';

  constructor({ args, environment, ready }: Start) {
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, ...environment };
    this.#child = spawn(process.execPath, [...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.ended = once(this.#child, 'close').then(() => undefined);
    this.#child.stderr.on('data', (data) => {
      this.#errors = (this.#errors + String(data)).slice(-LONGEST_OUTPUT);
    });
    this.ready = Promise.race([this.#find(ready), this.ended.then(() => null)]);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The last of what it wrote to stderr. */
  get errors(): string {
    return this.#errors;
  }

  /** Resolves when it has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#child.kill(signal);
    return this.ended;
  }

  #find(pattern: RegExp): Promise<RegExpExecArray> {
    let output = '';
    return new Promise((resolve) => {
      this.#child.stdout.on('data', (data) => {
        output = (output + String(data)).slice(-LONGEST_OUTPUT);
        const found = pattern.exec(output);
        if (found !== null) resolve(found);
      });
    });
  }
}

export class Processes {
  readonly #running = new Set<StartedProcess>();
  readonly #tasks: (() => Promise<void>)[] = [];
  #isOver = false;

  start(start: Start): StartedProcess {
    if (this.#isOver) throw new Error('The run is over: nothing is started any more.');
    const started = new StartedProcess(start);
    this.#running.add(started);
    void started.ended.then(() => this.#running.delete(started));
    return started;
  }

  /** To be done when all have ended, the last one first. */
  afterwards(task: () => Promise<void>): void {
    this.#tasks.unshift(task);
  }

  /** Ends all at once; nothing can be started afterwards. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#running].map((one) => one.end('SIGKILL')));
    for (const task of this.#tasks.splice(0)) await task();
  }
}
