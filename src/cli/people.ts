/** `attention find|export|erase` for one person's data. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type * as z from 'zod';
import type { RecordedConsent } from '../core/model/submission.ts';
import type { Erasure, PersonSubmission } from '../server/people.ts';
import type { StagedFileInfo } from '../server/ports.ts';
import type { AttentionGiven } from './attention.ts';
import { type ExitCode, Fault, Misuse } from './command.ts';
import { afterErasing, erasedLine, lossLines, noteLines, personLines } from './people-report.ts';
import { findServer, listOf, type RunningServer } from './running-server.ts';
import { count, toJson } from './text-table.ts';

/** A person is identified by exactly one of these. */
type Person = { readonly reference: string } | { readonly application: string } | { readonly email: string };

export type FileRow = Omit<StagedFileInfo, 'hasBytes'> & { readonly has_bytes: boolean };

type Submission = Omit<PersonSubmission, 'reference' | 'files'> & { readonly files: readonly FileRow[] };
export type SubmissionRow = Submission & { readonly reference: string };

interface PersonMeta {
  /** Files that were never sent. */
  readonly files: readonly FileRow[];
  /** Consents of submissions that were removed. */
  readonly consents: readonly RecordedConsent[];
  readonly unsearched: number;
}

export interface PersonRows extends PersonMeta {
  readonly submissions: readonly SubmissionRow[];
}

const foundSchema = listOf<Submission, PersonMeta>('people');
const erasedSchema = listOf<Omit<Erasure, 'reference'>, { readonly files: number }>('people');

export type ErasureRow = z.output<typeof erasedSchema>['data'][number];

const bodyOf = (action: 'find' | 'export' | 'erase', attributes: object) => ({
  data: { type: 'people', attributes: { action, ...attributes } },
});

async function personOf({ words, values, readInput }: AttentionGiven): Promise<Person> {
  const { application, email } = values;
  const named = [...words, application, email].filter((name) => name !== undefined);
  const [reference] = words;
  if (named.length !== 1)
    throw new Misuse('Name the person by exactly one of REFERENCE, --application ID and --email ADDRESS.');
  if (reference !== undefined) return { reference };
  if (application !== undefined) return { application };
  return { email: email === '-' ? (await readInput()).trim() : (email ?? '') };
}

interface Found {
  readonly server: RunningServer;
  readonly person: Person;
  readonly rows: PersonRows;
}

/** Throws if nothing is stored. */
async function find(given: AttentionGiven, content = false): Promise<Found> {
  const person = await personOf(given);
  const server = findServer(given);
  const { data, meta } = await server.read(
    '/people',
    foundSchema,
    bodyOf(content ? 'export' : 'find', person),
  );
  const rows = { submissions: data, ...meta };
  if (rows.submissions.length + rows.files.length + rows.consents.length > 0) return { server, person, rows };
  throw new Fault(['Nothing is stored.', ...noteLines(rows, 'email' in person)].join('\n'), 1);
}

export async function findPerson(given: AttentionGiven): Promise<ExitCode> {
  show(given, await find(given));
  return 0;
}

function show({ values, print, printError }: AttentionGiven, { person, rows }: Found): void {
  print(values.json ? toJson(rows) : personLines(rows).join('\n'));
  for (const line of noteLines(rows, 'email' in person)) printError(line);
}

/** Milliseconds between two checks whether everything is erased. */
const POLL_INTERVAL = 2_000;
const MOST_POLLS = 90;

export async function erasePerson(given: AttentionGiven): Promise<ExitCode> {
  const { values, print, printError } = given;
  const found = await find(given);
  const { server, person, rows } = found;
  if (!values.yes) {
    show(given, found);
    for (const line of [...lossLines(rows), 'Nothing was erased yet: add --yes.']) printError(line);
    return 1;
  }
  const first = await server.read('/people', erasedSchema, bodyOf('erase', person));
  const { data: erasures } = first;
  const begun = erasures.filter(({ state }) => state === 'erasing');
  if (!values.json) for (const erasure of begun) printError(erasedLine(erasure));
  const waiting = await waitForErasing(given, server, new Set(begun.map(({ reference }) => reference)));
  // Only the first reply counts what had reached the service.
  const done = erasures.map((erasure) =>
    waiting.has(erasure.reference) ? erasure : { ...erasure, state: 'erased' as const },
  );
  const { files } = first.meta;
  const fileLines = files === 0 ? [] : [`${count(files, 'unsent file')} erased.`];
  print(values.json ? toJson({ erasures: done, files }) : [...done.map(erasedLine), ...fileLines].join('\n'));
  for (const line of afterErasing(rows, erasures, waiting.size === 0)) printError(line);
  return waiting.size === 0 ? 0 : 1;
}

/** Waits up to three minutes for items that are being sent. Returns the references that are not erased yet. */
async function waitForErasing(
  { pause }: AttentionGiven,
  server: RunningServer,
  waiting: Set<string>,
): Promise<ReadonlySet<string>> {
  for (let polls = 0; waiting.size > 0 && polls < MOST_POLLS; polls += 1) {
    await pause(POLL_INTERVAL);
    for (const reference of waiting) {
      const { data } = await server.read('/people', erasedSchema, bodyOf('erase', { reference }));
      if (data.every(({ state }) => state === 'erased')) waiting.delete(reference);
    }
  }
  return waiting;
}

/** A file with its bytes in base64, its name in the folder, or the reason why it was left out. */
type ExportedFile = FileRow & Partial<Record<'data' | 'path' | 'left_out', string>>;

export async function exportPerson(given: AttentionGiven): Promise<ExitCode> {
  const { print, printError, values } = given;
  const { server, person, rows } = await find(given, true);
  const exported: ExportedFile[] = [];
  const exportAll = async (files: readonly FileRow[]): Promise<readonly ExportedFile[]> => {
    const group: ExportedFile[] = [];
    for (const file of files) group.push(await exportFile(server, person, file, values.to));
    exported.push(...group);
    return group;
  };
  const submissions = [];
  for (const row of rows.submissions) submissions.push({ ...row, files: await exportAll(row.files) });
  const document = toJson({ submissions, files: await exportAll(rows.files), consents: rows.consents });
  if (values.to === undefined) print(document);
  else print(await write(values.to, 'person.json', `${document}\n`));
  const missing = exported.filter(({ left_out }) => left_out !== undefined);
  for (const { id, left_out } of missing) printError(`File ${id} was left out. ${left_out}`);
  return missing.length === 0 ? 0 : 1;
}

async function exportFile(
  server: RunningServer,
  person: Person,
  file: FileRow,
  folder: string | undefined,
): Promise<ExportedFile> {
  if (!file.has_bytes) return file;
  try {
    const bytes = await server.readBytes('/people', bodyOf('export', { ...person, file: file.id }));
    if (folder === undefined) return { ...file, data: Buffer.from(bytes).toString('base64') };
    return { ...file, path: basename(await write(folder, `${file.id}${endingOf(file.name)}`, bytes)) };
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 2) throw error;
    return { ...file, left_out: error.message };
  }
}

/** An applicant's own file name is not safe to use on a disk. */
const endingOf = (name: string | null): string => /\.[A-Za-z0-9]{1,5}$/.exec(name ?? '')?.[0] ?? '';

/** Writes a file that only this user can read, and never over an existing one. */
async function write(folder: string, name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, content, { flag: 'wx', mode: 0o600 });
    return path;
  } catch (error) {
    throw new Fault(`${path} cannot be written (${reasonOf(error)}): name an empty folder.`);
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
