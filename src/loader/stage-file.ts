/** Puts a chosen file at the proxy, where it waits for its submission (DOORS, `PUT /files/{uuid}`). */
import { plainFailure } from '../documents/read-failure.ts';
import type { FileId } from '../model/ids.ts';
import { failure, type Outcome, success } from '../model/outcome.ts';
import type { Connection, Upload, UploadReply, UploadRequest } from './connection.ts';
import { headersFor, parseJson, readRetryAfter, requestProxy, type Trouble } from './request.ts';

export interface FileToStage {
  readonly id: FileId;
  readonly name: string;
  readonly content: Blob;
  /** Value of `Apply-For`: `question 12`, or the name of a detail. */
  readonly purpose: string;
}

export interface Transfer {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
  readonly upload: Upload;
}

/** The same id with the same bytes may be put again: that is how a failed file is tried again. */
export async function stageFile(
  connection: Connection,
  file: FileToStage,
  { upload, signal, onProgress }: Transfer,
): Promise<Outcome<null, Trouble>> {
  const reply = await put(upload, {
    address: `${connection.endpoint}/files/${file.id}`,
    headers: { ...headersFor(connection), ...headersOf(file) },
    body: file.content,
    signal,
    onProgress,
  });
  if (reply === null) return failure(plainFailure('offline'));
  if (reply.status < 400) return success(null);
  return failure({
    status: reply.status,
    document: parseJson(reply.body),
    retryAfter: readRetryAfter(reply.retryAfter),
  });
}

async function put(upload: Upload, request: UploadRequest): Promise<UploadReply | null> {
  try {
    return await upload(request);
  } catch {
    return null;
  }
}

/** Forgets a staged file; `keepalive`, because people remove a file and leave. */
export async function removeFile(connection: Connection, id: FileId): Promise<Outcome<null, Trouble>> {
  const reply = await requestProxy(connection, `/files/${id}`, { method: 'DELETE', keepalive: true });
  return reply.ok ? success(null) : reply;
}

const headersOf = (file: FileToStage) => ({
  'content-type': file.content.type || 'application/octet-stream',
  'content-disposition': `attachment; filename*=UTF-8''${encodeExtended(file.name)}`,
  'apply-for': file.purpose,
});

/** RFC 8187: beyond `encodeURIComponent`, these four are no attribute characters. Lone surrogates become U+FFFD. */
const encodeExtended = (text: string) =>
  encodeURIComponent(wellFormed(text)).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD');
