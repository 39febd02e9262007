/**
 * `attention find|export|erase`: one person's data. Exit 1: nothing is stored, a file is left out, or nothing was
 * erased yet.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Outcome } from '../core/model/failure.ts';
import { failure, success } from '../core/model/failure.ts';
import { printError } from '../server/process/print.ts';
import type { AttentionFault } from './attention-client.ts';
import type { ErasedRows, HeldFileRow, PeopleClient, Person, PersonRows } from './people-client.ts';
import {
  afterErasing,
  count,
  erasedLine,
  keptConsents,
  mayBeThere,
  notes,
  peopleTable,
} from './people-table.ts';

export type PeopleWord = 'find' | 'export' | 'erase';

export interface PeopleWish {
  readonly word: PeopleWord;
  readonly references: readonly string[];
  readonly application: string | null;
  /** `-` reads standard input, so that the value appears in no process list and no shell history. */
  readonly email: string | null;
  readonly json: boolean;
  /** Erase what `find` shows. */
  readonly isMeant: boolean;
  /** A folder for an export; null: all of it is printed. */
  readonly to: string | null;
  /** Seconds. */
  readonly wait: number;
}

/** What is printed, and the exit code. */
interface Done {
  readonly out: string;
  readonly notes: readonly string[];
  readonly code: 0 | 1;
}

type Ended = Outcome<Done, AttentionFault>;

interface Found {
  readonly person: Person;
  readonly rows: PersonRows;
}

export async function runPeople(client: PeopleClient, wish: PeopleWish): Promise<Ended> {
  const found: Found[] = [];
  for (const person of await peopleOf(wish)) {
    const rows = await client.find(person, wish.word === 'export');
    if (!rows.ok) return rows;
    found.push({ person, rows: rows.value });
  }
  const held = found.filter(({ rows }) => holdsAny(rows));
  const missing = found.filter((one) => !held.includes(one)).map(({ person }) => nothingOf(person));
  if (held.length === 0)
    return success({ out: '', notes: [...missing, ...notes(all(found), wish.email !== null)], code: 1 });
  const done = await act(client, wish, held);
  if (!done.ok) return done;
  const code = missing.length > 0 ? 1 : done.value.code;
  return success({ ...done.value, notes: [...missing, ...done.value.notes], code });
}

const holdsAny = ({ submissions, files, consents }: PersonRows): boolean =>
  submissions.length + files.length + consents.length > 0;

async function peopleOf({ references, application, email }: PeopleWish): Promise<readonly Person[]> {
  if (application !== null) return [{ application }];
  if (email === null) return references.map((reference) => ({ reference }));
  return [{ email: email === '-' ? (await text(process.stdin)).trim() : email }];
}

const nothingOf = (person: Person): string =>
  'reference' in person
    ? `${person.reference}: nothing is held of it.`
    : `Nothing is held of this ${'email' in person ? 'email' : 'application'}.`;

const all = (found: readonly Found[]): PersonRows => ({
  submissions: found.flatMap(({ rows }) => rows.submissions),
  files: found.flatMap(({ rows }) => rows.files),
  consents: found.flatMap(({ rows }) => rows.consents),
  unsearched: Math.max(0, ...found.map(({ rows }) => rows.unsearched)),
});

async function act(client: PeopleClient, wish: PeopleWish, held: readonly Found[]): Promise<Ended> {
  if (wish.word === 'export') return give(client, wish, held);
  if (wish.word === 'erase' && wish.isMeant) return erase(client, wish, held);
  const rows = all(held);
  const out = wish.json ? JSON.stringify(rows, null, 2) : peopleTable(rows);
  const told = notes(rows, wish.email !== null);
  return success(
    wish.word === 'find'
      ? { out, notes: told, code: 0 }
      : { out, notes: [...lossOf(rows), ...told, 'Nothing was erased: --yes erases it.'], code: 1 },
  );
}

/** What erasing would withhold from the employer, since it is not delivered yet. */
function lossOf({ submissions }: PersonRows): readonly string[] {
  const unsent = submissions.flatMap(({ items }) =>
    items.filter(({ question, state }) => question !== null && state !== 'delivered'),
  );
  return unsent.length === 0
    ? []
    : [`${count(unsent.length, 'answer')} that did not reach the employer will be lost for good.`];
}

const consentsOf = ({ submissions, consents }: PersonRows): number =>
  submissions.reduce((sum, one) => sum + one.consents.length, consents.length);

/** Milliseconds. */
const POLL_EVERY = 2_000;

async function erase(
  client: PeopleClient,
  { wait, json }: PeopleWish,
  held: readonly Found[],
): Promise<Ended> {
  const erasures: ErasedRows['erasures'][number][] = [];
  let files = 0;
  for (const { person } of held) {
    const begun = await client.erase(person);
    if (!begun.ok) return begun;
    erasures.push(...begun.value.erasures);
    files += begun.value.files;
  }
  const until = performance.now() + wait * 1000;
  const waiting = () => erasures.filter(({ state }) => state === 'erasing');
  const isAnyWaitedFor = waiting().length > 0;
  for (const one of json ? [] : waiting()) printError(erasedLine(one));
  while (waiting().length > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY));
    for (const one of waiting()) {
      const again = await client.erase({ reference: one.reference });
      if (!again.ok) return again;
      // Only the first erase request reports what happened to the other items, so its entry is kept.
      if (again.value.erasures.every(({ state }) => state === 'erased'))
        erasures.splice(erasures.indexOf(one), 1, { ...one, state: 'erased' });
    }
  }
  const isDone = waiting().length === 0;
  const loose = files === 0 ? [] : [`${count(files, 'file')} that had never been sent: erased.`];
  const out = json
    ? JSON.stringify({ erasures, files }, null, 2)
    : [...erasures.map(erasedLine), ...loose].join('\n');
  const later = 'Nothing more of it is sent, and the rest goes by itself: the same command again tells when.';
  const kept = keptConsents(consentsOf(all(held)));
  const ends = isDone ? afterErasing(isAnyWaitedFor || mayBeThere(all(held), erasures)) : [later];
  return success({ out, notes: [...kept, ...ends], code: isDone ? 0 : 1 });
}

type Given = HeldFileRow & {
  readonly data?: string;
  readonly path?: string;
  /** The reason why a file is not included. */
  readonly left_out?: string;
};

async function give(client: PeopleClient, { to }: PeopleWish, held: readonly Found[]): Promise<Ended> {
  const rows = [];
  for (const { person, rows: found } of held) {
    const loose = { reference: null, state: 'never_sent', items: [], files: found.files, consents: [] };
    const gone = { reference: null, state: 'not_here', items: [], files: [], consents: found.consents };
    for (const row of [
      ...found.submissions,
      ...(found.files.length === 0 ? [] : [loose]),
      ...(found.consents.length === 0 ? [] : [gone]),
    ]) {
      const files = await giveFiles(client, { person, to, files: row.files });
      if (!files.ok) return files;
      rows.push({ ...row, files: files.value });
    }
  }
  const document = JSON.stringify(rows, null, 2);
  const told = rows.flatMap(({ files }) => files.flatMap(leftOut));
  const code = told.length === 0 ? 0 : 1;
  if (to === null) return success({ out: document, notes: told, code });
  const written = await write(to, 'person.json', `${document}\n`);
  if (!written.ok) return written;
  return success({ out: `${written.value}\n${count(rows.length, 'submission')}`, notes: told, code });
}

const leftOut = ({ id, left_out }: Given): readonly string[] =>
  left_out === undefined ? [] : [`File ${id} was left out. ${left_out}`];

interface Giving {
  readonly person: Person;
  readonly to: string | null;
  readonly files: readonly HeldFileRow[];
}

async function giveFiles(
  client: PeopleClient,
  { person, to, files }: Giving,
): Promise<Outcome<readonly Given[], AttentionFault>> {
  const given: Given[] = [];
  for (const file of files) {
    if (!file.has_bytes) {
      given.push(file);
      continue;
    }
    const bytes = await client.readFile(person, file.id);
    if (!bytes.ok && bytes.error.isOver) return bytes;
    if (!bytes.ok) given.push({ ...file, left_out: bytes.error.message });
    else if (to === null) given.push({ ...file, data: Buffer.from(bytes.value).toString('base64') });
    else {
      const path = await write(to, `${file.id}${endingOf(file.name)}`, bytes.value);
      if (!path.ok) return path;
      given.push({ ...file, path: basename(path.value) });
    }
  }
  return success(given);
}

/** An applicant's own file name is not safe to use on a disk. */
const endingOf = (name: string | null): string => /\.[A-Za-z0-9]{1,5}$/.exec(name ?? '')?.[0] ?? '';

/** Readable only by this user, and never overwriting an existing file. */
async function write(
  folder: string,
  name: string,
  content: string | Uint8Array,
): Promise<Outcome<string, AttentionFault>> {
  const path = join(folder, name);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, content, { flag: 'wx', mode: 0o600 });
    return success(path);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return failure({ message: `${path} cannot be written (${reason}): name an empty folder.`, isOver: true });
  }
}
