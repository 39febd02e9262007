/** `npx apply-form-server backup` as a function, without the process around it. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { DEFAULT_STORE } from '../../server/process/configuration/configuration.ts';
import { type Environment, readVariables } from '../../server/process/configuration/variables.ts';
import type { BackUp } from '../../server/store/backup.ts';
import { faultOfArguments, wantsHelp } from '../arguments.ts';
import { type CommandResult, failed } from '../command-result.ts';

const usage = `Usage: npx apply-form-server backup --to DIR
  copies the store that APPLY_STORE names, and its staged files, into DIR, while the server runs`;

const USUAL_PLACE =
  'That is the place where APPLY_STORE names none: run this with the environment of the server.';

export async function runBackup(args: readonly string[], environment: Environment): Promise<CommandResult> {
  if (wantsHelp(args)) return { code: 0, stdout: usage, stderr: [] };
  const folder = readFolder(args);
  if (!folder.ok) return failed(`${folder.error}\n${usage}`);
  const store = readStore(environment);
  if (!store.ok) return failed(store.error);
  const [, path] = /^file:(.+)$/.exec(store.value) ?? [];
  if (path === undefined) return { code: 0, stdout: commandsFor(store.value, folder.value), stderr: [] };
  const { backUp } = await import('../../server/store/backup.ts');
  const made = await backUp(path, folder.value);
  if (made.ok) return { code: 0, stdout: tell(made.value), stderr: [] };
  return failed(store.value === DEFAULT_STORE ? `${made.error} ${USUAL_PLACE}` : made.error);
}

function readFolder(args: readonly string[]): Outcome<string, string> {
  try {
    const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' } } });
    return values.to ? success(values.to) : failure('--to is missing: the folder for the backup.');
  } catch (error) {
    return failure(faultOfArguments(error));
  }
}

/**
 * Of the server's variables only this one is required, since a timer may have no other. A misspelt name must not copy
 * another store.
 */
function readStore(environment: Environment): Outcome<string, string> {
  const { value, faults } = readVariables(environment);
  const [wrong] = faults;
  if (wrong !== undefined) return failure(wrong);
  if (value.APPLY_STORE !== undefined) return success(value.APPLY_STORE);
  return value.APPLY_MODE === 'sandbox'
    ? failure(
        'Without APPLY_STORE the sandbox keeps what it has in a temporary file: there is nothing to back up.',
      )
    : success(DEFAULT_STORE);
}

const tell = ({ path, files, bytes }: BackUp): string =>
  `${path}: the store, with ${files === 1 ? '1 staged file' : `${files} staged files`} in ${path}-files, ${(bytes / 1_048_576).toFixed(1)} MB.
To restore: stop the server, start one with APPLY_STORE=file:${path} (or copies of both under another name). What is
open in it is looked for at the service before anything is sent. Never let the original run on beside it.`;

function commandsFor(address: string, folder: string): string {
  const plain = withoutPassword(address);
  const dump = resolve(folder, 'apply-form.dump');
  return `pg_dump --format=custom --file='${dump}' '${plain}'

To restore: stop every server, then into an empty database
pg_restore --no-owner --dbname='${plain}' '${dump}'
and start them again; over the same database with --clean --if-exists. The first one sees that it is a copy, and looks
for what is open in it at the service before anything is sent. The password is read from PGPASSWORD or ~/.pgpass.`;
}

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return 'postgres://…';
  const url = new URL(address);
  url.password = '';
  return url.href;
}
