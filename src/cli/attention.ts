/**
 * `npx apply-form-server attention`: lists what could not be delivered, and finds, exports and erases one person's data. It
 * asks the running server. Exit 2: the server could not be asked; 1: the action failed, nothing was found, or not all is erased yet.
 */
import * as z from 'zod';
import type { AttentionEntry } from '../core/model/attention.ts';
import type { OperatorAction } from '../server/ports.ts';
import { type AttentionMeta, attentionLines } from './attention-report.ts';
import { defineCommand, type ExitCode, Fault, type Given, Misuse } from './command.ts';
import { erasePerson, exportPerson, findPerson } from './people.ts';
import { findServer, listOf, type RunningServer } from './running-server.ts';
import { toJson } from './text-table.ts';

const usage = `Usage: npx apply-form-server attention [WORD] [REFERENCE…] [--json] [--tenant NAME]
  list                 lists what needs attention and what the service demands for jobs (default)
  show REFERENCE…      lists only these submissions
  retry REFERENCE…     looks up parked items at the service and sends missing ones again
  give-up REFERENCE…   gives up parked items: they can never be sent again
  export               prints the undelivered content as JSON
One person's data, by REFERENCE, --application ID or --email ADDRESS (--email - reads it from standard input):
  find                 lists what is stored
  export               prints everything, with files, as JSON; --to DIR writes it into a folder
  erase                lists what would be erased; --yes erases it and waits for answers that are being sent`;

const options = {
  json: { type: 'boolean' },
  tenant: { type: 'string' },
  application: { type: 'string' },
  email: { type: 'string' },
  to: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

export type AttentionGiven = Given<typeof options>;

/** Actions by their word; references follow the word. */
const actions: Readonly<Record<string, (given: AttentionGiven) => Promise<ExitCode>>> = {
  list: (given) => list({ ...given, words: [] }),
  show: (given) => list(withReferences('show', given)),
  retry: (given) => act(withReferences('retry', given), 'retry'),
  'give-up': (given) => act(withReferences('give-up', given), 'give_up'),
  export: (given) => (namesPerson(given) ? exportPerson(given) : exportAll(given)),
  find: findPerson,
  erase: erasePerson,
};

export const attention = defineCommand({
  usage,
  options,
  takesWords: true,
  act({ words: [word = 'list', ...references], ...given }) {
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    if (action === undefined) throw new Misuse(`Unknown word "${word}".`);
    return action({ ...given, words: references.map(toReference) });
  },
});

const namesPerson = ({ words, values: { application, email, to } }: AttentionGiven): boolean =>
  [...words, application, email, to].some((value) => value !== undefined);

/** A reference may be read out on the phone and typed in, so surrounding blanks and case are ignored. */
function toReference(text: string): string {
  const reference = text.trim().toUpperCase();
  if (/^[A-Z0-9]{4}(-[A-Z0-9]{4}){2}$/.test(reference)) return reference;
  throw new Fault(`"${text}" is not a reference: these look like ABCD-EFGH-JKMN.`);
}

function withReferences(word: string, given: AttentionGiven): AttentionGiven {
  if (given.words.length > 0) return given;
  throw new Misuse(`"${word}" needs a reference; "list" shows them.`);
}

const pageSchema = listOf<Omit<AttentionEntry, 'reference'>, AttentionMeta>('attention');

interface AttentionList {
  readonly rows: readonly z.output<typeof pageSchema>['data'][number][];
  /** `meta` of the first page. */
  readonly meta: AttentionMeta;
  readonly filesLeftOut: number;
}

/** Pages with answers also contain their files. */
async function readList(server: RunningServer, answers: boolean): Promise<AttentionList> {
  const query = answers ? 'include=answers&page[size]=20' : 'page[size]=1000';
  const readPage = (number: number) => server.read(`/attention?${query}&page[number]=${number}`, pageSchema);
  const pages = [await readPage(1)];
  while (pages.at(-1)?.links?.next) pages.push(await readPage(pages.length + 1));
  // Deliveries while pages are read move the other entries forward, so an entry may come twice.
  const entries = new Map(pages.flatMap(({ data }) => data.map((entry) => [entry.reference, entry])));
  return {
    rows: [...entries.values()],
    meta: pages[0]?.meta ?? { lessons: [] },
    filesLeftOut: pages.reduce((sum, { meta }) => sum + (meta.files_left_out ?? 0), 0),
  };
}

/** Lists all entries, or only the named ones. */
async function list(given: AttentionGiven): Promise<ExitCode> {
  const { words: wanted, values, print, printError } = given;
  const { rows: all, meta } = await readList(findServer(given), false);
  const rows = wanted.length === 0 ? all : all.filter(({ reference }) => wanted.includes(reference));
  const missing = wanted.filter((name) => !rows.some(({ reference }) => reference === name));
  for (const reference of missing) printError(`${reference} needs no attention.`);
  const none = { lessons: [], questions: [] };
  print(values.json ? toJson(rows) : attentionLines(rows, wanted.length > 0 ? none : meta).join('\n'));
  return missing.length === 0 ? 0 : 1;
}

async function exportAll(given: AttentionGiven): Promise<ExitCode> {
  const { rows, filesLeftOut } = await readList(findServer(given), true);
  if (filesLeftOut > 0)
    given.printError(
      `${filesLeftOut} files are missing: a reply has at most 50 MB, and some files may have been deleted.`,
    );
  given.print(toJson(rows));
  return 0;
}

const actedSchema = z.object({
  data: z.object({ attributes: z.object({ state: z.string() }) }),
});

async function act(given: AttentionGiven, action: OperatorAction): Promise<ExitCode> {
  const { words: references, values, print, printError } = given;
  const server = findServer(given);
  const body = { data: { type: 'attention', attributes: { action } } };
  const done: { reference: string; state: string }[] = [];
  for (const reference of references) {
    try {
      const { data } = await server.read(`/attention/${reference}`, actedSchema, body);
      const { state } = data.attributes;
      done.push({ reference, state });
      if (!values.json) print(`${reference}: ${sentences[action]} (${state})`);
    } catch (error) {
      if (!(error instanceof Fault) || error.code === 2) throw error;
      printError(`${reference}: ${error.message}`);
    }
  }
  if (values.json) print(toJson(done));
  return done.length === references.length ? 0 : 1;
}

const sentences: Readonly<Record<OperatorAction, string>> = {
  retry: 'queued again',
  give_up: 'given up',
};
