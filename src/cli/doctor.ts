/**
 * `npx apply-form-server doctor URL [--json] [--wait SECONDS] [--no-sandbox]`: finds what is wrong with a page that
 * embeds the form, each problem with its fix. Exit 0: no problem; 1: problems; 2: the page cannot be examined. Nothing
 * is typed and nothing is sent.
 */

import { fileURLToPath } from 'node:url';
import { success } from '../core/model/outcome.ts';
import { print, printError, printLines } from '../server/app/print.ts';
import { wantsHelp } from './arguments.ts';
import { findBrowser } from './browser/locate-browser.ts';
import { collectFacts } from './doctor/collect-facts.ts';
import { diagnose } from './doctor/diagnose.ts';
import { canDriveBrowser, openBrowser } from './doctor/open-browser.ts';
import { type DoctorCommand, readDoctorCommand, usage } from './doctor/options.ts';
import { reportJson, reportLines } from './doctor/report.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function fail(message: string): void {
  printError(message);
  process.exitCode = 2;
}

/** Milliseconds without output that a user does not notice. */
const PATIENCE = 2_000;

/** Reports slow steps on standard error, and no fast ones. */
function tellSlowly() {
  let timer: NodeJS.Timeout | undefined;
  const end = () => clearTimeout(timer);
  return {
    tell(step: string) {
      end();
      timer = setTimeout(() => printError(step), PATIENCE);
    },
    end,
  };
}

async function examine(command: DoctorCommand): Promise<void> {
  const found = (await canDriveBrowser()) ? await findBrowser(root) : null;
  // Without a browser the page is judged only by what its servers answer.
  const opened = found === null ? success(null) : await openBrowser(found, command.sandbox);
  if (!opened.ok) return fail(opened.error);
  const browser = opened.value;
  const progress = tellSlowly();
  try {
    const examiner = { fetch, now: Date.now, openPage: browser?.openPage ?? null, tell: progress.tell };
    const facts = await collectFacts(examiner, command);
    if (!facts.ok) return fail(facts.error);
    const findings = diagnose(facts.value);
    if (command.json) print(reportJson(facts.value, findings));
    else printLines(reportLines(facts.value, findings));
    process.exitCode = findings.some(({ severity }) => severity === 'problem') ? 1 : 0;
  } finally {
    progress.end();
    await browser?.close();
  }
}

const parameters = process.argv.slice(2);
const command = readDoctorCommand(parameters);
if (wantsHelp(parameters)) print(usage);
else if (command.ok) await examine(command.value);
else fail([command.error, usage].filter(Boolean).join('\n'));
