/**
 * `npx apply-form-server attention [list|retry|give-up|export|agree|clear|find|erase] [REFERENCE…] [--json] [--tenant NAME]`: what
 * needs attention, what refusals taught, and one person's data, from the running server. Exit 2: the server could not be
 * asked; 1: the action failed.
 */
import { parseArgs } from 'node:util';
import { failure, type Outcome, success } from '../core/model/failure.ts';
import type { OperatorAction } from '../server/ports.ts';
import { print, printError } from '../server/process/print.ts';
import { wantsHelp } from './arguments.ts';
import {
  type AttentionClient,
  createAttentionClient,
  findServer,
  type LessonWish,
} from './attention-client.ts';
import { attentionTable, lessonsTable, questionsTable } from './attention-table.ts';
import { endWithReader } from './command-result.ts';
import { type PeopleWish, type PeopleWord, runPeople } from './people.ts';
import { createPeopleClient } from './people-client.ts';

const usage = `Usage: npx apply-form-server attention [list|retry|give-up|export|agree|clear|find|erase] [REFERENCE…] [--json] [--tenant NAME]
  list      what needs attention, and what the service demands of jobs (also without a word)
  retry     looks for what is parked, and sends again what is not there
  give-up   leaves what is parked for good: it cannot be sent any more
  export    what was to be sent, as JSON
What the service demands of a job (as list prints it), by --job ID and --field NAME:
  agree     the form of the job asks for it: a date of birth and equality monitoring only then
  clear     has it forgotten; without --field all of the job
One person's data, by REFERENCE…, --application ID or --email ADDRESS (--email - reads it from the standard input):
  find      what is held
  export    all of it, files too, as JSON; --to DIR writes it into a folder
  erase     shows what would go; --yes erases it, and waits up to --wait SECONDS (180) for what is being sent`;

const peopleWords: readonly string[] = ['find', 'export', 'erase'] satisfies PeopleWord[];
const isPeopleWord = (word: string): word is PeopleWord => peopleWords.includes(word);

const actions = { retry: 'retry', 'give-up': 'give_up' } as const satisfies Record<string, OperatorAction>;
const isAction = (word: string): word is keyof typeof actions => Object.hasOwn(actions, word);

const isLessonWord = (word: string): word is LessonWish['action'] => word === 'agree' || word === 'clear';

interface Wish extends Omit<PeopleWish, 'word'> {
  readonly word: string;
  readonly tenant: string | null;
  readonly job: string | null;
  readonly field: string | null;
}

/** Without a person, "export" exports what needs attention. */
function personIn({ word, job: _job, field: _field, ...wish }: Wish): PeopleWish | null {
  const isNamed = wish.references.length > 0 || wish.email !== null || wish.application !== null;
  return isPeopleWord(word) && (isNamed || word !== 'export') ? { word, ...wish } : null;
}

function fail(message: string, code: 1 | 2): void {
  printError(message);
  process.exitCode = code;
}

const options = {
  json: { type: 'boolean', default: false },
  tenant: { type: 'string' },
  application: { type: 'string' },
  email: { type: 'string' },
  to: { type: 'string' },
  yes: { type: 'boolean', default: false },
  wait: { type: 'string', default: '180' },
  job: { type: 'string' },
  field: { type: 'string' },
} as const;

endWithReader();

/** A reference may be read out on the phone and typed in, so surrounding blanks and case are ignored. */
const toReference = (text: string): string => text.trim().toUpperCase();

/** A fault is a sentence, or the usage. */
function readWish(): Outcome<Wish, string> {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [word = 'list', ...references] = positionals;
    const { json, tenant = null, application = null, email = null, to = null, yes: isMeant } = values;
    const { job = null, field = null } = values;
    const wait = /^\d{1,5}$/.test(values.wait) ? Number(values.wait) : Number.NaN;
    const named = { references: references.map(toReference), application, email };
    const wish = { word, ...named, json, tenant, to, isMeant, wait, job, field };
    const fault = faultOf(wish);
    return fault === null ? success(wish) : failure(fault);
  } catch {
    return failure(usage);
  }
}

/** As on the receipt. */
const referenceForm = /^[A-Z0-9]{4}(-[A-Z0-9]{4}){2}$/;

function faultOf(wish: Wish): string | null {
  const { word, references } = wish;
  if (isLessonWord(word)) return faultOfLesson(word, wish);
  if (word !== 'list' && !isPeopleWord(word) && !isAction(word)) return usage;
  if (wish.job !== null || wish.field !== null) return usage;
  const person = personIn(wish);
  const isLost = wish.isMeant || [wish.application, wish.email, wish.to].some((value) => value !== null);
  if (person === null && isLost) return usage;
  const fault = person === null ? null : faultOfPerson(person);
  if (fault !== null) return `${fault}\n${usage}`;
  if (isAction(word) && references.length === 0)
    return `"${word}" needs the reference of a submission: "${word} ABCD-EFGH-JKMN". "list" shows them.\n${usage}`;
  const strange = references.find((reference) => !referenceForm.test(reference));
  if (strange?.includes('@') === true) return `"${strange}" is an email: name it by --email.`;
  return strange === undefined
    ? null
    : `"${strange}" is no reference of a submission: these look like ABCD-EFGH-JKMN. "list" alone shows all.`;
}

function faultOfLesson(
  word: LessonWish['action'],
  { job, field, references, ...others }: Wish,
): string | null {
  const isLost = [others.application, others.email, others.to].some((value) => value !== null);
  if (references.length > 0 || others.isMeant || isLost) return usage;
  if (job === null) return `"${word}" needs --job ID. "list" shows what was learned.\n${usage}`;
  return word === 'agree' && field === null ? `"agree" needs --field NAME.\n${usage}` : null;
}

function faultOfPerson({ word, references, application, email, to, wait }: PeopleWish): string | null {
  const ways = [references.length > 0, application !== null, email !== null].filter(Boolean).length;
  if (ways !== 1) return `"${word}" needs one of REFERENCE…, --application ID and --email ADDRESS.`;
  if (email !== null && email !== '-' && !email.includes('@')) return `"${email}" is no email.`;
  if (to !== null && word !== 'export') return `"${word}" writes no folder: --to is for "export".`;
  return Number.isNaN(wait) ? '--wait is a number of seconds.' : null;
}

async function show(client: AttentionClient, { word, references, json }: Wish): Promise<void> {
  const isExport = word === 'export';
  const listed = await client.list(isExport);
  if (!listed.ok) return fail(listed.error.message, 2);
  const isWanted = (reference: string) => references.length === 0 || references.includes(reference);
  const rows = listed.value.rows.filter(({ reference }) => isWanted(reference));
  for (const missing of references.filter((one) => !rows.some(({ reference }) => reference === one)))
    fail(`${missing}: nothing of it needs attention.`, 1);
  const lacking = rows.flatMap(({ items }) => items).flatMap(({ content }) => withoutBytes(content));
  if (isExport && lacking.length > 0)
    printError(
      `${lacking.length} files are not in it: one reply carries at most 50 MB, and some may be gone.`,
    );
  if (isExport || json) return print(JSON.stringify(rows, null, 2));
  print(attentionTable(rows));
  if (references.length > 0) return;
  const { lessons, questions } = listed.value;
  for (const table of [lessonsTable(lessons), questionsTable(questions)])
    if (table !== '') print(`\n${table}`);
}

/** Names under which bytes of files are missing: `document_base64_data`, `cv_base64_data`, `data` of `documents_base64`. */
const withoutBytes = (content: unknown): readonly string[] =>
  typeof content !== 'object' || content === null
    ? []
    : Object.entries(content).flatMap(([name, value]) =>
        value === null && /(^|_)data$/.test(name) ? [name] : withoutBytes(value),
      );

async function tell(client: AttentionClient, wish: LessonWish, json: boolean): Promise<void> {
  const told = await client.tell(wish);
  const { action, job, field } = wish;
  if (!told.ok) return fail(`Job ${job}: ${told.error.message}`, told.error.isOver ? 2 : 1);
  if (json) return print(JSON.stringify(wish, null, 2));
  print(
    `Job ${job}: ${field ?? 'all of it'} ${action === 'agree' ? 'is asked from now on' : 'is forgotten'}`,
  );
}

async function act(client: AttentionClient, wish: Wish, action: OperatorAction): Promise<void> {
  const done: { reference: string; state: string }[] = [];
  for (const reference of wish.references) {
    const acted = await client.act(reference, action);
    if (!acted.ok && acted.error.isOver) return fail(acted.error.message, 2);
    if (!acted.ok) {
      fail(`${reference}: ${acted.error.message}`, 1);
      continue;
    }
    done.push({ reference, state: acted.value });
    if (!wish.json) print(`${reference}: ${sentences[action]} (${acted.value})`);
  }
  if (wish.json) print(JSON.stringify(done, null, 2));
}

const sentences: Readonly<Record<OperatorAction, string>> = {
  retry: 'is on its way again',
  give_up: 'what was parked is given up',
};

async function showPeople(wish: PeopleWish, tenant: string | null): Promise<void> {
  const server = findServer(process.env, tenant);
  if (!server.ok) return fail(server.error, 2);
  const done = await runPeople(createPeopleClient(server.value), wish);
  if (!done.ok) return fail(done.error.message, done.error.isOver ? 2 : 1);
  if (done.value.out !== '') print(done.value.out);
  for (const note of done.value.notes) printError(note);
  process.exitCode = done.value.code;
}

const needsHelp = wantsHelp(process.argv.slice(2));
const read = readWish();
const person = read.ok ? personIn(read.value) : null;
if (needsHelp) {
  print(usage);
} else if (!read.ok) {
  fail(read.error, 2);
} else if (person !== null) {
  await showPeople(person, read.value.tenant);
} else {
  const wish = read.value;
  const client = createAttentionClient(process.env, wish.tenant);
  if (!client.ok) fail(client.error, 2);
  else if (isAction(wish.word)) await act(client.value, wish, actions[wish.word]);
  else if (isLessonWord(wish.word) && wish.job !== null)
    await tell(client.value, { action: wish.word, job: wish.job, field: wish.field }, wish.json);
  else await show(client.value, wish);
}
