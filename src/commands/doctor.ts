/**
 * `npm run --silent doctor -- URL [--json] [--wait SECONDS]`: what is wrong with a page that embeds the form, each
 * with the fix. Exit 0: no problem; 1: problems; 2: the page cannot be examined.
 */
import { readDoctorCommand, usage } from './doctor/options.ts';

const command = readDoctorCommand(process.argv.slice(2));
if (!command.ok) {
  console.error([command.error, usage].filter(Boolean).join('\n'));
  process.exitCode = 2;
} else {
  console.error(`${command.value.url.href} cannot be examined yet.`);
  process.exitCode = 2;
}
