/** Uploads files to the proxy: chosen, checked, sent, retried, cancelled, replaced. */

import { idText, path } from '../../core/jsonapi/json.ts';
import type { Failure } from '../../core/model/failure.ts';
import { mostBytes, mostFiles, withOtherEndings } from '../../core/model/files.ts';
import { type FileId, fileId, type QuestionId } from '../../core/model/ids.ts';
import { type FileLimits, takesFiles } from '../../core/model/question.ts';
import type { Field, FileProgress, FileRejection, FileRow, Form } from '../../form/contract.ts';
import { isAttached, isFaulty } from '../../form/field-state.ts';
import { tellError } from '../diagnosis/diagnosis.ts';
import type { FillingTools, Page } from '../proxy/access.ts';
import { removeFile, stageFile, uploadByXhr } from '../proxy/files.ts';

interface ChosenFile {
  readonly id: FileId;
  readonly question: QuestionId;
  readonly content: File;
  /** Value of `Apply-For`. */
  readonly purpose: string;
  /** The file that this one replaces: it stays until this one has arrived, and is shown again if this one is refused. */
  replaces: FileRow | null;
  cancel: AbortController;
  /** Resolves when the transfer has ended, whichever way. */
  finished: Promise<void>;
}

type UploadTools = Pick<FillingTools, 'host' | 'renewal' | 'page'>;

export class Uploads {
  readonly #tools: UploadTools;
  readonly #chosen = new Map<FileId, ChosenFile>();

  constructor(tools: UploadTools) {
    this.#tools = tools;
  }

  attach(question: QuestionId, files: readonly File[]): void {
    for (const file of files) this.#change(question, (field, page) => this.#attachOne(field, page, file));
  }

  detach(question: QuestionId, id: FileId): void {
    const page = this.#tools.page();
    const row = page?.form.fields
      .get(question)
      ?.files.peek()
      .find((each) => each.id === id);
    this.#update(question, id, null);
    // The proxy also has files of an earlier visit.
    this.#forget(id, row?.progress.kind === 'staged' && !page?.preview);
  }

  retry(question: QuestionId, id: FileId): void {
    const file = this.#chosen.get(id);
    // A file chosen on an earlier visit cannot be uploaded again.
    this.#update(question, id, file ? { kind: 'uploading', done: 0 } : unreadable);
    if (file) this.#start(file);
  }

  /** Resolves when no file of a visible question is under way. */
  async settled(): Promise<void> {
    const fields = this.#tools.page()?.form.fields;
    const isShown = ({ question }: ChosenFile) => fields?.get(question)?.visible.peek() === true;
    await Promise.all([...this.#chosen.values()].filter(isShown).map((file) => file.finished));
  }

  cancelAll(): void {
    for (const file of this.#chosen.values()) file.cancel.abort();
    this.#chosen.clear();
  }

  #attachOne({ question: target, files }: Field, page: Page, content: File): void {
    const { id: question, type, detail, limits } = target;
    const { form, meta, preview } = page;
    const { name, size } = content;
    const isSingle = type === 'document';
    const rows = files.peek();
    const isOld = (row: FileRow) => isFaulty(row) && row.name === name;
    const others = isSingle ? [] : rows.filter((row) => isAttached(row) && !isOld(row));
    const all = [...filesOfOthers(form, question), ...others];
    const code = checkFile(content, limits ?? meta.limits, all);
    // A refused file replaces an earlier refused one, never a good one.
    const isReplaced = (row: FileRow) => (isSingle ? !code || !isAttached(row) : isOld(row));
    const remaining = rows.filter((row) => !isReplaced(row));
    const id = randomFileId();
    const row = { id, name, size, type: content.type || 'application/octet-stream' };
    const started: FileProgress = preview ? { kind: 'staged' } : { kind: 'uploading', done: 0 };
    const progress: FileProgress = code ? { kind: 'rejected', code } : started;
    form.changeFiles(question, () => [...remaining, { ...row, progress }]);
    const replaces = isSingle && !code ? this.#goodOne(rows) : null;
    for (const gone of rows.filter(isReplaced)) {
      if (gone.id === replaces?.id) this.#chosen.get(gone.id)?.cancel.abort();
      else this.#forget(gone.id);
    }
    if (code || preview) return;
    const transfer = { cancel: new AbortController(), finished: Promise.resolve() };
    // Each of several documents is sent as one `document`.
    const purpose = detail?.replace('documents', 'document') ?? `question ${question}`;
    const file = { id, question, content, purpose, replaces, ...transfer };
    this.#chosen.set(id, file);
    this.#start(file);
  }

  /** For a question that takes one file: the file to show again if the new one is refused; null if there is none. */
  #goodOne(rows: readonly FileRow[]): FileRow | null {
    const row = rows.find(isAttached);
    if (!row) return null;
    return this.#chosen.get(row.id)?.replaces ?? (isFaulty(row) ? null : row);
  }

  #start(file: ChosenFile): void {
    file.cancel.abort();
    file.cancel = new AbortController();
    file.finished = this.#transfer(file, file.cancel.signal);
  }

  async #transfer(file: ChosenFile, signal: AbortSignal): Promise<void> {
    const { id, question, content } = file;
    const start = await readStart(content);
    if (signal.aborted) return;
    const code = start ? checkStart(start) : unreadable.code;
    const progress: FileProgress = code ? { kind: 'rejected', code } : await this.#put(file, signal);
    if (signal.aborted) return;
    this.#update(question, id, progress);
    if (progress.kind !== 'staged' || !file.replaces) return;
    this.#forget(file.replaces.id, true);
    file.replaces = null;
  }

  async #put({ id, question, content, purpose }: ChosenFile, signal: AbortSignal): Promise<FileProgress> {
    const onProgress = (done: number) => {
      if (!signal.aborted) this.#update(question, id, { kind: 'uploading', done });
    };
    const toStage = { id, content, name: content.name, purpose, signal, onProgress, upload: uploadByXhr };
    /** `meta` of a refusal, which the failure does not carry. */
    let refusal: unknown = null;
    const outcome = await this.#tools.renewal.authorised(async (connection) => {
      const staged = await stageFile(connection, toStage);
      if (!staged.ok) refusal = staged.error;
      return staged;
    });
    if (outcome.ok) {
      const name = idText(path(outcome.value, 'data', 'attributes', 'name')) ?? undefined;
      return { kind: 'staged', name };
    }
    // A file that changes during its upload ends the request, and another attempt would not help.
    if (signal.aborted || (outcome.error.code === 'offline' && !(await readStart(content))))
      return unreadable;
    tellError(this.#tools.host, outcome.error);
    return progressOf(outcome.error, path(refusal, 'document', 'meta'));
  }

  /**
   * Updates no row if a changed form no longer has the question.
   * @param progress null removes the row
   */
  #update(question: QuestionId, id: FileId, progress: FileProgress | null): void {
    const file = this.#chosen.get(id);
    const isOver = progress === null || progress.kind === 'rejected';
    const back = (isOver && file?.replaces) || null;
    this.#change(question, (_, { form }) => {
      form.changeFiles(question, (rows) => [
        ...(back ? [back] : []),
        ...rows.flatMap((row) => (row.id !== id ? row : progress ? advance(row, progress) : [])),
      ]);
    });
    if (!file || !back) return;
    file.replaces = null;
    const earlier = this.#chosen.get(back.id);
    if (earlier && back.progress.kind === 'uploading') this.#start(earlier);
  }

  /**
   * Ends the transfer, and deletes the file from the proxy.
   *
   * @param isThere the proxy has the file even if it was not chosen on this page
   */
  #forget(id: FileId, isThere = false): void {
    const file = this.#chosen.get(id);
    file?.cancel.abort();
    this.#chosen.delete(id);
    if (file || isThere) void this.#tools.renewal.authorised((connection) => removeFile(connection, id));
  }

  #change(question: QuestionId, act: (field: Field, page: Page) => void): void {
    const page = this.#tools.page();
    const field = page?.form.fields.get(question);
    if (page && field) act(field, page);
  }
}

/** Shows the file by the name under which it is sent. */
const advance = (row: FileRow, progress: FileProgress): FileRow =>
  progress.kind === 'staged' && progress.name && progress.name !== row.name
    ? { ...row, progress, name: progress.name, chosenAs: row.name }
    : { ...row, progress };

const unreadable = { kind: 'rejected', code: 'file_unreadable' } as const satisfies FileProgress;

/** Files of other questions, hidden ones included, because the proxy has them. */
const filesOfOthers = (form: Form, question: QuestionId): readonly FileRow[] =>
  form.order
    .filter((field) => field.question.id !== question && takesFiles(field.question))
    .flatMap((field) => field.files.peek().filter(isAttached));

/** A refusal of the file itself is final: the row is the same as after our own checks. */
function progressOf({ code: reported }: Failure, meta: unknown): FileProgress {
  const named = [path(meta, 'reason'), reported];
  const code = fileRejections.find((rejection) => named.includes(rejection));
  return code === undefined
    ? { kind: 'failed', code: reported }
    : { kind: 'rejected', code, found: idText(path(meta, 'found')) ?? undefined };
}

/** Specific reasons before the general codes. */
const fileRejections = [
  'renamed',
  'damaged',
  'macros',
  'infected',
  'total_too_large',
  'file_too_large',
  'file_type',
  'file_empty',
  'too_many',
] as const satisfies readonly FileRejection[];

/** A version 4 UUID (RFC 9562). `crypto.randomUUID` is missing on pages that came over plain HTTP. */
function randomFileId(): FileId {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return fileId(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
}

/**
 * Checks a file before its upload.
 *
 * @param others the other files of the same application
 */
function checkFile(
  file: File,
  { bytes, types }: FileLimits,
  others: readonly FileRow[],
): FileRejection | null {
  if (file.size === 0) return 'file_empty';
  if (bytes !== null && file.size > bytes) return 'file_too_large';
  if (!isAllowed(file, types)) return 'file_type';
  if (others.length >= mostFiles) return 'too_many';
  return others.reduce((sum, { size }) => sum + size, file.size) > mostBytes ? 'total_too_large' : null;
}

/**
 * If all types are endings, the name decides, as at the proxy. Otherwise a file without a media type (systems do not
 * know every ending) is left to the proxy, which reads its bytes.
 */
function isAllowed(file: File, types: readonly string[]): boolean {
  const wanted = withOtherEndings(types.map((type) => type.trim().toLowerCase()));
  const isEnding = (type: string) => type.startsWith('.');
  const type = file.type.toLowerCase();
  if (wanted.length === 0 || (type === '' && !wanted.every(isEnding))) return true;
  return wanted.some((each) =>
    isEnding(each)
      ? file.name.toLowerCase().endsWith(each)
      : type === each || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))),
  );
}

/** null if the file was moved, renamed or changed since it was chosen, or its share is unavailable. */
async function readStart(file: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, 4).arrayBuffer());
  } catch {
    return null;
  }
}

/** Refuses programs of Windows and Linux, whatever their names; the proxy examines the content more closely. */
const checkStart = ([first, second, , fourth]: Uint8Array): FileRejection | null =>
  (first === 0x4d && second === 0x5a && fourth === 0) || (first === 0x7f && second === 0x45)
    ? 'file_type'
    : null;
