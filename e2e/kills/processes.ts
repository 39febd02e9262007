/** Processes of ours: each is known from its first moment to its last, so that none is left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Start {
  /** Node without one. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What it prints when it can be used, to stdout or stderr. */
  readonly ready: RegExp;
}

/** Characters. */
const LONGEST_OUTPUT = 2_000;

export class StartedProcess {
  /** The match of `ready` in its output; null: it ended before. */
  readonly ready: Promise<RegExpExecArray | null>;
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  #output = '';

  constructor({ program = process.execPath, args, environment, ready }: Start) {
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, ...environment };
    // In a group of its own, which ends with all that it has started.
    this.#child = spawn(program, [...args], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.ended = once(this.#child, 'close').then(() => undefined);
    const found = new Promise<RegExpExecArray>((resolve) => {
      const read = (data: unknown) => {
        this.#output = (this.#output + String(data)).slice(-LONGEST_OUTPUT);
        const match = ready.exec(this.#output);
        if (match !== null) resolve(match);
      };
      this.#child.stdout?.on('data', read);
      this.#child.stderr?.on('data', read);
    });
    this.ready = Promise.race([found, this.ended.then(() => null)]);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The last of what it wrote. */
  get output(): string {
    return this.#output;
  }

  /** Resolves when it has ended; SIGTERM is for it alone, so that it may end what it has started. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (signal === 'SIGKILL' && this.#child.exitCode === null && this.#child.signalCode === null)
      process.kill(-this.pid, signal);
    else this.#child.kill(signal);
    return this.ended;
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
