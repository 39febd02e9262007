/** Uploads a chosen file to the proxy, where it waits for its submission (`src/server/http/README.md#put-files`). */

import type { FileId } from '../../core/model/ids.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import {
  type Connection,
  headersFor,
  inTime,
  parseJson,
  readRetryAfter,
  requestProxy,
  type Trouble,
  type Upload,
  type UploadReply,
  type UploadRequest,
} from './request.ts';

/** Milliseconds without progress; long, because the proxy may take a while to inspect a file. */
const PATIENCE = 30_000;

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

/**
 * Uploading the same bytes under the same id again is safe, so a failed upload is retried that way.
 *
 * @returns the document of the reply
 */
export async function stageFile(
  connection: Connection,
  file: FileToStage,
  { upload, signal, onProgress }: Transfer,
): Promise<Outcome<unknown, Trouble>> {
  const request = {
    address: `${connection.endpoint}/files/${file.id}`,
    headers: { ...headersFor(connection), ...headersOf(file) },
    body: file.content,
  };
  const put = (ending: AbortSignal, heard: () => void) => {
    const hear = (done: number) => {
      heard();
      onProgress(done);
    };
    return upload({ ...request, signal: ending, onProgress: hear });
  };
  const outcome = await inTime(put, PATIENCE, signal);
  if (!outcome.ok) return outcome;
  const { status, body, retryAfter } = outcome.value;
  const document = parseJson(body);
  if (status < 400) return success(document);
  return failure({ address: request.address, status, document, retryAfter: readRetryAfter(retryAfter) });
}

/** Deletes a staged file; with `keepalive`, because people often remove a file and leave the page. */
export async function removeFile(connection: Connection, id: FileId): Promise<Outcome<null, Trouble>> {
  const reply = await requestProxy(connection, `/files/${id}`, { method: 'DELETE', keepalive: true });
  return reply.ok ? success(null) : reply;
}

const headersOf = (file: FileToStage) => ({
  'content-type': file.content.type || 'application/octet-stream',
  'content-disposition': `attachment; filename*=UTF-8''${encodeExtended(file.name)}`,
  'apply-for': file.purpose,
});

/**
 * RFC 8187: `encodeURIComponent` leaves four characters that are not attribute characters. Lone surrogates become
 * U+FFFD.
 */
const encodeExtended = (text: string) =>
  encodeURIComponent(wellFormed(text)).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/** XMLHttpRequest, because `fetch` does not report upload progress. */
export function uploadByXhr(request: UploadRequest): Promise<UploadReply> {
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest();
    transfer.open('PUT', request.address);
    for (const [name, value] of Object.entries(request.headers)) transfer.setRequestHeader(name, value);
    transfer.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) request.onProgress(event.loaded / event.total);
    };
    transfer.onload = () =>
      resolve({
        status: transfer.status,
        body: transfer.responseText,
        retryAfter: transfer.getResponseHeader('retry-after'),
      });
    // Its caller knows no more than that it did not reach the proxy.
    transfer.onerror = reject;
    transfer.onabort = reject;
    if (request.signal.aborted) return reject();
    request.signal.addEventListener('abort', () => transfer.abort(), { once: true });
    transfer.send(request.body);
  });
}
