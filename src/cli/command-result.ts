/** The output and the exit code of a command. */
import { print, printError } from '../server/app/print.ts';
export interface CommandResult {
  readonly code: 0 | 1 | 2;
  /** null: nothing. */
  readonly stdout: string | null;
  readonly stderr: readonly string[];
}

export const failed = (sentence: string, code: 1 | 2 = 2): CommandResult => ({
  code,
  stdout: null,
  stderr: [sentence],
});

export function finish({ code, stdout, stderr }: CommandResult): void {
  for (const sentence of stderr) printError(sentence);
  if (stdout !== null) print(stdout);
  process.exitCode = code;
}
