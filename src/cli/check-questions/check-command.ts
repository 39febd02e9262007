/** `npx apply-form-server check-questions` without the process around it. */
import { parseArgs } from 'node:util';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { visible } from '../../server/process/print.ts';
import { faultOfArguments, wantsHelp } from '../arguments.ts';
import { type CommandResult, failed } from '../command-result.ts';
import { type CheckedSet, nameOf, reportJson, reportLines } from './check-report.ts';
import { checkFile, type Owner, openService, type Surroundings } from './check-sources.ts';

export const usage = `Usage: npx apply-form-server check-questions FILE… | --job ID… | --posting ID… [--tenant NAME] [--json]
  tells what is wrong with the questions of a form, for the person who wrote them, and what to do
  FILE           a JSON:API document of questions, as the service gives it
  --job ID       the questions of a job, from the service; several are allowed
  --posting ID   the same of a posting, where questions belong to postings (questionsBy)
  --tenant NAME  whose service is asked, where there are several
  --json         the findings as JSON, for other programs
Exit 0: nothing found; 1: something found; 2: a set could not be read whole, or has no questions, and nothing was judged.`;

interface CheckCommand {
  readonly files: readonly string[];
  readonly owners: readonly Owner[];
  /** null: the only one. */
  readonly tenant: string | null;
  readonly json: boolean;
}

/** The error is a sentence for the user. */
function readCommand(args: readonly string[]): Outcome<CheckCommand, string> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        job: { type: 'string', multiple: true, default: [] },
        posting: { type: 'string', multiple: true, default: [] },
        tenant: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const { job: jobs, posting: postings, tenant = null, json } = values;
    const owners = [...jobs.map((job) => ({ job })), ...postings.map((posting) => ({ posting }))];
    if (positionals.length + owners.length === 0) return failure(usage);
    if ([...jobs, ...postings].some((id) => id.trim() === '')) return failure(`An id is empty.\n${usage}`);
    return success({ files: positionals, owners, tenant, json });
  } catch (error) {
    return failure(`${faultOfArguments(error)}\n${usage}`);
  }
}

/** One fault is enough to judge nothing, because a script would take a part for the whole. */
export async function runCheckQuestions(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<CommandResult> {
  if (wantsHelp(args)) return { code: 0, stdout: usage, stderr: [] };
  const command = readCommand(args);
  if (!command.ok) return failed(command.error);
  const read = await readAll(command.value, surroundings);
  if (!read.ok) return failed(read.error);
  const sets = read.value;
  const stdout = command.value.json ? reportJson(sets) : reportLines(sets).map(visible).join('\n');
  return { code: sets.some(({ findings }) => findings.length > 0) ? 1 : 0, stdout, stderr: [] };
}

async function readAll(
  { files, owners, tenant }: CheckCommand,
  surroundings: Surroundings,
): Promise<Outcome<readonly CheckedSet[], string>> {
  const sets: CheckedSet[] = [];
  const readers: (() => Promise<Outcome<CheckedSet, string>>)[] = files.map(
    (file) => async () => checkFile(file, surroundings),
  );
  if (owners.length > 0) {
    const opened = openService(tenant, surroundings);
    if (!opened.ok) return opened;
    readers.push(...owners.map((owner) => () => opened.value(owner)));
  }
  for (const read of readers) {
    const set = await read();
    if (!set.ok) return set;
    if (set.value.questions === 0) return failure(withoutQuestions(set.value));
    sets.push(set.value);
  }
  return success(sets);
}

function withoutQuestions(set: CheckedSet): string {
  const advice =
    'file' in set.source
      ? 'its list "data" is empty. Is it the reply to the right request?'
      : 'the service gives no questions for it. If it has some, "npx apply-form-server probe" tells which of questionsBy and questionFilter finds them.';
  return `${nameOf(set)}: there is nothing to judge, since ${advice}`;
}
