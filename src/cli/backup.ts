/**
 * `npx apply-form-server backup --to DIR`: a consistent copy of the file store that the server's environment names, and of its
 * staged files, while the server runs. For Postgres it prints the commands. Exit 2: there is no backup.
 */
import { runBackup } from './backup/run-backup.ts';
import { finish } from './command-result.ts';

finish(await runBackup(process.argv.slice(2), process.env));
