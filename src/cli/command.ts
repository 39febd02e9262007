/** How a command reads its arguments, prints, and ends. */
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Environment } from '../server/process/configuration/variables.ts';
import { print, printError } from '../server/process/print.ts';
import type { Send } from '../server/service/send-request.ts';

export const wantsHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

/** Everything that a command reads and writes except files. */
export interface Terminal {
  readonly environment: Environment;
  readonly send: Send;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly readInput: () => Promise<string>;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

export const processTerminal: Terminal = {
  environment: process.env,
  send: fetch,
  pause: (milliseconds) => pause(milliseconds),
  readInput: () => text(process.stdin),
  print,
  printError,
};

export type ExitCode = 0 | 1 | 2;

/** Ends the command with a sentence on standard error. */
export class Fault extends Error {
  readonly code: 1 | 2;
  constructor(sentence: string, code: 1 | 2 = 2) {
    super(sentence);
    this.code = code;
  }
}

/** Reports wrong arguments. The usage is printed after the sentence. */
export class Misuse extends Error {}

export interface Command {
  run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
}

type Options = NonNullable<ParseArgsConfig['options']>;

interface Arguments<Known extends Options> {
  args: string[];
  options: Known;
  allowPositionals: boolean;
}

export interface Given<Known extends Options> extends Terminal {
  readonly values: ReturnType<typeof parseArgs<Arguments<Known>>>['values'];
  readonly words: readonly string[];
}

interface Definition<Known extends Options> {
  readonly usage: string;
  readonly options: Known;
  /** false if every argument belongs to an option. */
  readonly takesWords: boolean;
  act(given: Given<Known>): Promise<ExitCode>;
}

export const defineCommand = <Known extends Options>(definition: Definition<Known>): Command => ({
  async run(args, terminal) {
    const { usage, act } = definition;
    if (wantsHelp(args)) {
      terminal.print(usage);
      return 0;
    }
    try {
      return await act({ ...terminal, ...parse(args, definition) });
    } catch (error) {
      if (error instanceof Misuse) terminal.printError(`${error.message}\n${usage}`);
      else if (error instanceof Fault) terminal.printError(error.message);
      else throw error;
      return error instanceof Fault ? error.code : 2;
    }
  },
});

function parse<Known extends Options>(
  args: readonly string[],
  { options, takesWords }: Definition<Known>,
): Pick<Given<Known>, 'values' | 'words'> {
  try {
    const { values, positionals } = parseArgs<Arguments<Known>>({
      args: [...args],
      options,
      allowPositionals: takesWords,
    });
    return { values, words: positionals };
  } catch (error) {
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split(/\.(?: |$)/);
    throw new Misuse(`${sentence.replaceAll("'", '')}.`);
  }
}
