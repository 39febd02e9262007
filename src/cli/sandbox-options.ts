import { parseArgs } from 'node:util';
import { DEFAULT_KEY } from '../sandbox/create-sandbox.ts';
import type { Rate } from '../sandbox/rate-limit.ts';
import { sampleForms } from '../sandbox/sample-forms.ts';
import type { Duplicates } from '../sandbox/sandbox-state.ts';

/** Options of `npx apply-form-server sandbox`. */
export interface SandboxCommand {
  /** 0 chooses a free port. */
  readonly port: number;
  readonly forms: readonly string[];
  readonly key: string;
  /** null: no limit. */
  readonly rate: Rate | null;
  readonly duplicates: Duplicates;
  /** Path of the file that stores the data of the sandbox; null: the data is lost when the process ends. */
  readonly data: string | null;
}

export const usage =
  'npx apply-form-server sandbox --port N [--form NAME]… [--key KEY] [--rate N/SECONDS] [--duplicates accept|reject|replace] [--data FILE]';

/** Reads the arguments; each fault is one sentence. */
export function readSandboxCommand(
  args: readonly string[],
): SandboxCommand | { readonly faults: readonly string[] } {
  const values = readArguments(args);
  if (typeof values === 'string') return { faults: [values] };
  const forms = values.form ?? sampleForms.map((form) => form.name);
  const port = readPort(values.port);
  const rate = values.rate === undefined ? null : readRate(values.rate);
  const duplicates = readDuplicates(values.duplicates ?? 'accept');
  const key = values.key ?? DEFAULT_KEY;
  const faults = [
    ...forms.filter((name) => !isForm(name)).map(unknownForm),
    ...[port, rate, duplicates]
      .filter((value) => typeof value === 'string' && !isDuplicates(value))
      .map(String),
    ...(key.trim() === '' ? ['--key must not be empty.'] : []),
    ...(values.data?.trim() === '' ? ['--data must name a file.'] : []),
  ];
  if (faults.length > 0 || typeof port === 'string' || typeof rate === 'string' || !isDuplicates(duplicates))
    return { faults };
  return { port, forms, key, rate, duplicates, data: values.data ?? null };
}

const options = {
  port: { type: 'string' },
  form: { type: 'string', multiple: true },
  key: { type: 'string' },
  rate: { type: 'string' },
  duplicates: { type: 'string' },
  data: { type: 'string' },
} as const;

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return message.endsWith('.') ? message : `${message}.`;
  }
}

function readPort(text: string | undefined): number | string {
  if (text === undefined) return '--port is missing.';
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : `--port must be a whole number from 0 to 65535, not "${text}".`;
}

function readRate(text: string): Rate | string {
  const match = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text);
  if (match === null) return `--rate must be N/SECONDS as 120/60, not "${text}".`;
  return { requests: Number(match[1]), seconds: Number(match[2]) };
}

function isDuplicates(text: string): text is Duplicates {
  return text === 'accept' || text === 'reject' || text === 'replace';
}

const readDuplicates = (text: string): string =>
  isDuplicates(text) ? text : `--duplicates must be accept, reject or replace, not "${text}".`;

const isForm = (name: string): boolean => sampleForms.some((form) => form.name === name);

const unknownForm = (name: string): string =>
  `--form "${name}" is no sample form. Known: ${sampleForms.map((form) => form.name).join(', ')}.`;
