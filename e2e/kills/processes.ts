/** Starts processes and tracks each of them, so that none is left running. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Start {
  /** Default: Node. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Matches the output, on stdout or stderr, that says that the process is ready. */
  readonly ready: RegExp;
}

/** The number of characters that are stored. */
const LONGEST_OUTPUT = 2_000;

export class StartedProcess {
  /** Resolves to the match of `ready` in the output; null if the process ended before. */
  readonly ready: Promise<RegExpExecArray | null>;
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  #output = '';

  constructor({ program = process.execPath, args, environment, ready }: Start) {
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, ...environment };
    // The process gets a group of its own, so that a kill ends all its children, too.
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

  /** The end of the output. */
  get output(): string {
    return this.#output;
  }

  /** Resolves when the process has ended. SIGTERM is sent only to the process itself, which ends its children. */
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
    if (this.#isOver) throw new Error('The run is over: no process can be started.');
    const started = new StartedProcess(start);
    this.#running.add(started);
    void started.ended.then(() => this.#running.delete(started));
    return started;
  }

  /** Adds a task for the time after all processes have ended; the last task runs first. */
  afterwards(task: () => Promise<void>): void {
    this.#tasks.unshift(task);
  }

  /** Ends all processes at once; none can be started afterwards. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#running].map((started) => started.end('SIGKILL')));
    for (const task of this.#tasks.splice(0)) await task();
  }
}
