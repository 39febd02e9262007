/** Secrets can also be read from a file, which appears neither in a process list nor in a shell's history. */
import { readFileSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Each has a companion variable `NAME_FILE`. */
const inFiles = [
  'APPLY_SERVICE_KEY',
  'APPLY_SECRET',
  'APPLY_ADMIN_KEY',
  'APPLY_STORE',
  'APPLY_CONFIG',
] as const;

export const fileVariables: readonly string[] = inFiles.map((name) => `${name}_FILE`);

export interface VariableFiles {
  /** The environment without empty values, with the contents of the files. */
  readonly given: Environment;
  /** Names of variables whose value was, or should have been, read from a file. */
  readonly fromFile: ReadonlySet<string>;
  readonly faults: readonly { readonly name: string; readonly sentence: string }[];
}

export function readVariableFiles(environment: Environment): VariableFiles {
  const given = withoutEmpty(environment);
  const named = inFiles.flatMap((name) => {
    const file = given[`${name}_FILE`];
    return file === undefined ? [] : [{ name, read: readValue(given, name, file) }];
  });
  const read = named.flatMap(({ name, read: { value } }) => (value === null ? [] : [[name, value] as const]));
  return {
    given: { ...given, ...Object.fromEntries(read) },
    fromFile: new Set(named.map(({ name }) => name)),
    faults: named.flatMap(({ name, read: { fault } }) => (fault === null ? [] : [{ name, sentence: fault }])),
  };
}

/** An empty variable counts as unset, since many tools write "no value" that way. */
const withoutEmpty = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));

interface FileValue {
  readonly value: string | null;
  readonly fault: string | null;
}

function readValue(given: Environment, name: string, file: string): FileValue {
  const faulty = (fault: string): FileValue => ({ value: null, fault });
  if (given[name] !== undefined)
    return faulty(`${name} and ${name}_FILE are both set: take one of them away.`);
  try {
    const value = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
    return value === '' ? faulty(`${name}_FILE names a file that is empty.`) : { value, fault: null };
  } catch {
    return faulty(`${name}_FILE names a file that cannot be read.`);
  }
}
