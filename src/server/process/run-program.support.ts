/** For tests: runs one of our programs as an operator does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programArguments } from '../../../e2e/support/programs/program-arguments.ts';

export interface ProgramRun {
  /** Variables in addition to `PATH`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The whole standard input. */
  readonly typed?: string;
  /** The program gets SIGTERM once stdout matches. */
  readonly until?: RegExp;
}

/** Returns the output and the exit code. */
export async function runProgram(
  program: string,
  words: readonly string[],
  { environment, typed = '', until }: ProgramRun = {},
) {
  const { PATH = '' } = process.env;
  const env = { PATH, ...environment };
  const child = spawn(process.execPath, [...programArguments(program), ...words], { env });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    const before = output.stdout;
    output.stdout += String(data);
    if (until?.test(output.stdout) && !until.test(before)) child.kill('SIGTERM');
  });
  child.stderr.on('data', (data) => {
    output.stderr += String(data);
  });
  child.stdin.end(typed);
  const [code] = await once(child, 'close');
  return { code, ...output };
}
