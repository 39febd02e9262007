/** The output and the exit code of a command. */
import { print, printError } from '../server/process/print.ts';

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

/** A reader such as `head` closes the pipe when it has seen enough. */
export function endWithReader(): void {
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') process.exit();
    throw error;
  });
}

export function finish({ code, stdout, stderr }: CommandResult): void {
  endWithReader();
  for (const sentence of stderr) printError(sentence);
  if (stdout !== null) print(stdout);
  process.exitCode = code;
}
