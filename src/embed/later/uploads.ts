/** Files of the form on their way to the proxy: chosen, checked, put, tried again, cancelled. */
import type { FileProgress, FileRejection, Form } from '../../form/contract.ts';
import { addRow, removeRow, updateRow } from '../../form/file-rows.ts';
import type { Upload } from '../../loader/connection.ts';
import { removeFile, stageFile } from '../../loader/stage-file.ts';
import type { Failure } from '../../model/failure.ts';
import type { FileId, QuestionId } from '../../model/ids.ts';
import { tellChange } from '../announce.ts';
import type { Page } from '../page.ts';
import type { SessionHost } from '../session-host.ts';
import { tellError } from '../tell-error.ts';
import { checkFile, isReadable } from './check-file.ts';
import { randomFileId } from './random-id.ts';
import type { Renewal } from './renewal.ts';

interface ChosenFile {
  readonly id: FileId;
  readonly question: QuestionId;
  readonly content: File;
  cancel: AbortController;
  /** Resolves when the transfer has ended, whichever way. */
  finished: Promise<void>;
}

export interface Uploads {
  attach(question: QuestionId, files: readonly File[]): void;
  detach(question: QuestionId, file: FileId): void;
  retry(question: QuestionId, file: FileId): void;
  /** Resolves when no file of a visible question is under way. */
  settled(): Promise<void>;
  cancelAll(): void;
}

interface UploadTools {
  readonly host: SessionHost;
  readonly renewal: Renewal;
  readonly page: () => Page | null;
}

export function createUploads({ host, renewal, page }: UploadTools, upload: Upload): Uploads {
  const chosen = new Map<FileId, ChosenFile>();

  /** A question that has gone with a change of the form has no row left. */
  const show = ({ id, question }: ChosenFile, progress: FileProgress) => {
    const form = page()?.form;
    const field = form?.fields.get(question);
    if (!form || !field) return;
    const [entry, invalidity] = [field.entry.peek(), field.invalidity.peek()];
    updateRow(form, question, id, progress);
    if (field.entry.peek() !== entry || field.invalidity.peek() !== invalidity)
      tellChange(form, question, host.emit);
  };

  async function transfer(file: ChosenFile): Promise<void> {
    const { signal } = file.cancel;
    show(file, { kind: 'uploading', done: 0 });
    const readable = await isReadable(file.content);
    if (signal.aborted) return;
    if (!readable) return show(file, { kind: 'rejected', code: 'file_unreadable' });
    const onProgress = (done: number) => {
      if (!signal.aborted) show(file, { kind: 'uploading', done });
    };
    const { id, content } = file;
    const toStage = { id, content, name: content.name, purpose: `question ${file.question}` };
    const outcome = await renewal.authorised((connection) =>
      stageFile(connection, toStage, { signal, onProgress, upload }),
    );
    if (signal.aborted) return;
    if (!outcome.ok) tellError(host, outcome.error);
    show(file, outcome.ok ? { kind: 'staged' } : progressOf(outcome.error));
  }

  function start(file: ChosenFile): void {
    file.cancel = new AbortController();
    file.finished = transfer(file);
  }

  function attachOne(now: Page, question: QuestionId, content: File): void {
    const { name, size } = content;
    const id = randomFileId();
    const type = content.type || 'application/octet-stream';
    const code = checkFile(content, now.limits);
    addRow(now.form, question, { id, name, size, type, progress: startOf(code, now.preview) });
    tellChange(now.form, question, host.emit);
    if (now.preview || !isUploading(now.form, question, id)) return;
    const file = { id, question, content, cancel: new AbortController(), finished: Promise.resolve() };
    chosen.set(id, file);
    start(file);
  }

  const isShown = (file: ChosenFile) => page()?.form.fields.get(file.question)?.visible.value === true;

  return {
    attach(question, files) {
      const now = page();
      if (now !== null) for (const file of files) attachOne(now, question, file);
    },
    detach(question, id) {
      const file = chosen.get(id);
      file?.cancel.abort();
      chosen.delete(id);
      const form = page()?.form;
      if (form) removeRow(form, question, id);
      if (form) tellChange(form, question, host.emit);
      if (file !== undefined) void renewal.authorised((connection) => removeFile(connection, id));
    },
    retry(_question, id) {
      const file = chosen.get(id);
      if (file !== undefined) start(file);
    },
    async settled() {
      await Promise.all([...chosen.values()].filter(isShown).map((file) => file.finished));
    },
    cancelAll() {
      for (const file of chosen.values()) file.cancel.abort();
      chosen.clear();
    },
  };
}

function startOf(code: FileRejection | null, preview: boolean): FileProgress {
  if (code !== null) return { kind: 'rejected', code };
  return preview ? { kind: 'staged' } : { kind: 'uploading', done: 0 };
}

/** The form itself may have rejected the row: it knows how many files its question takes. */
const isUploading = (form: Form, question: QuestionId, id: FileId) =>
  form.fields.get(question)?.files.value.some((row) => row.id === id && row.progress.kind === 'uploading') ===
  true;

/** What the proxy says of the file itself no second try can change: the same row as after our own checks. */
function progressOf(failure: Failure): FileProgress {
  const code = fileRejections.find((rejection) => rejection === failure.code);
  return code === undefined ? { kind: 'failed', code: failure.code } : { kind: 'rejected', code };
}

const fileRejections = [
  'file_too_large',
  'file_type',
  'file_empty',
  'too_many',
] as const satisfies readonly FileRejection[];
