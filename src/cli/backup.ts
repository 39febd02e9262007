/**
 * `npx apply-form-server backup --to DIR`: makes a consistent copy of the file store that the server's environment names, and
 * of its staged files, while the server runs. For Postgres it prints the commands. Exit 2: there is no backup.
 */
import { resolve } from 'node:path';
import { DEFAULT_STORE } from '../server/process/configuration/configuration.ts';
import { type Environment, readVariables } from '../server/process/configuration/variables.ts';
import type { BackUp } from '../server/store/backup.ts';
import { defineCommand, Fault, Misuse } from './command.ts';
import { count } from './text-table.ts';

export const backup = defineCommand({
  usage: `Usage: npx apply-form-server backup --to DIR
  copies the store in APPLY_STORE and its staged files into DIR while the server runs`,
  options: { to: { type: 'string' } },
  takesWords: false,
  async act({ values: { to }, environment, print }) {
    if (!to) throw new Misuse('--to is missing: the folder for the backup.');
    const store = readStore(environment);
    const [, path] = /^file:(.+)$/.exec(store) ?? [];
    if (path === undefined) {
      print(commandsFor(store, to));
      return 0;
    }
    const { backUp } = await import('../server/store/backup.ts');
    const made = await backUp(path, to);
    if (!made.ok) throw new Fault(made.error);
    print(describeBackup(made.value));
    return 0;
  },
});

/**
 * Reads `APPLY_STORE` without requiring other variables, since a timer may have none. A misspelt name must not copy
 * another store.
 */
function readStore(environment: Environment): string {
  const { value, faults } = readVariables(environment);
  const [wrong] = faults;
  if (wrong !== undefined) throw new Fault(wrong);
  if (value.APPLY_STORE === undefined && value.APPLY_MODE === 'sandbox')
    throw new Fault(
      'Without APPLY_STORE the sandbox stores its data in a temporary file: there is nothing to back up.',
    );
  return value.APPLY_STORE ?? DEFAULT_STORE;
}

const describeBackup = ({ path, files, bytes }: BackUp): string =>
  `${path}: the store, with ${count(files, 'staged file')} in ${path}-files, ${(bytes / 1_048_576).toFixed(1)} MB.
To restore: stop the server and start it with APPLY_STORE=file:${path}, or with copies of both under another name. It
looks up open answers at the service before it sends any. Never run the original store at the same time.`;

function commandsFor(address: string, folder: string): string {
  const plain = withoutPassword(address);
  const dump = resolve(folder, 'apply-form.dump');
  return `pg_dump --format=custom --file='${dump}' '${plain}'

To restore: stop every server, restore into an empty database with
pg_restore --no-owner --dbname='${plain}' '${dump}'
(over the same database add --clean --if-exists), and start them again. The server recognises the copy and looks up open
answers at the service before it sends any. Both commands read the password from PGPASSWORD or ~/.pgpass.`;
}

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return 'postgres://…';
  const url = new URL(address);
  url.password = '';
  return url.href;
}
