/** For tests: runs a command with output, service and environment in memory. */
import type { Command, Terminal } from './command.ts';

export interface Around {
  readonly environment?: Readonly<Record<string, string>>;
  readonly send?: Terminal['send'];
  /** The text on standard input. */
  readonly input?: string;
}

/** @param line the arguments, separated by blanks, or a list of them */
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
