/** For tests: a command with what it prints, its service and its environment in memory. */
import type { Command, Terminal } from './command.ts';

export interface Around {
  readonly environment?: Readonly<Record<string, string>>;
  readonly send?: Terminal['send'];
  /** What is typed. */
  readonly input?: string;
}

/** @param line its arguments, with one blank between two; or a list of them */
export async function runCommand(
  command: Command,
  line: string | readonly string[],
  { environment = {}, send = fetch, input = '' }: Around = {},
) {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const args = typeof line === 'string' ? line.split(' ').filter(Boolean) : line;
  const code = await command.run(args, {
    environment,
    send,
    pause: async () => undefined,
    readInput: async () => input,
    print: (text) => void stdout.push(text),
    printError: (text) => void stderr.push(text),
  });
  return { code, stdout: stdout.join('\n'), stderr: stderr.join('\n') };
}
