/** What commands share that start processes of their own: how they are asked, their progress, and an end that leaves none behind. */
import { sentenceOf, wantsHelp } from '../../src/cli/arguments.ts';
import { print, printError } from '../../src/server/app/print.ts';
import { createProcesses, type Processes } from '../kills/processes.ts';

export interface CommandTools {
  readonly processes: Processes;
  /** A line on stderr, with the seconds since the start. */
  tell(line: string): void;
}

/** Ends the process with the usage where it is asked for, or with what is wrong (exit 2). @param read throws a sentence */
export function readWishOrExit<Wish>(usage: string, read: (args: readonly string[]) => Wish): Wish {
  const args = process.argv.slice(2);
  if (wantsHelp(args)) {
    print(`Usage: ${usage}`);
    process.exit(0);
  }
  try {
    return read(args);
  } catch (error) {
    printError(`${sentenceOf(error)}\nUsage: ${usage}`);
    process.exit(2);
  }
}

/** @param run gives the exit code; what it starts is ended, whatever becomes of it */
export async function runWithProcesses(run: (tools: CommandTools) => Promise<number>): Promise<never> {
  const processes = createProcesses();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void processes.end().then(() => process.exit(130)));
  const started = performance.now();
  const tell = (line: string) =>
    printError(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  try {
    const code = await run({ processes, tell });
    await processes.end();
    process.exit(code);
  } catch (error) {
    await processes.end();
    tell(sentenceOf(error));
    process.exit(1);
  }
}
