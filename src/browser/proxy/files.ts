/** Uploads a chosen file to the proxy, where it waits for its submission (`src/server/http/README.md#put-files`). */

import { type Outcome, success } from '../../core/model/failure.ts';
import type { FileId } from '../../core/model/ids.ts';
import { type Connection, requestProxy, type Trouble } from './request.ts';

/** Milliseconds without progress; long, because the proxy may take a while to inspect a file. */
const PATIENCE = 30_000;

export interface FileToStage {
  readonly id: FileId;
  readonly name: string;
  readonly content: Blob;
  /** Value of `Apply-For`: `question 12`, or the name of a detail. */
  readonly purpose: string;
  /** Aborting ends the transfer itself. */
  readonly signal: AbortSignal;
  /** @param done 0 to 1 */
  readonly onProgress: (done: number) => void;
  readonly upload: typeof uploadByXhr;
}

/**
 * Uploading the same bytes under the same id again is safe, so a failed upload is retried that way.
 *
 * @returns the document of the reply
 */
export async function stageFile(
  connection: Connection,
  { id, name, content, purpose, upload, signal, onProgress }: FileToStage,
): Promise<Outcome<unknown, Trouble>> {
  const reply = await requestProxy({ ...connection, life: signal }, `/files/${id}`, {
    method: 'PUT',
    headers: {
      'content-type': content.type || 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeExtended(name)}`,
      'apply-for': purpose,
    },
    body: content,
    patience: PATIENCE,
    send: (address, init, heard) =>
      upload(address, init, (done) => {
        heard();
        onProgress(done);
      }),
  });
  return reply.ok ? success(reply.value.document) : reply;
}

/** Deletes a staged file; with `keepalive`, because people often remove a file and leave the page. */
export const removeFile = (connection: Connection, id: FileId): Promise<Outcome<unknown, Trouble>> =>
  requestProxy(connection, `/files/${id}`, { method: 'DELETE', keepalive: true });

/**
 * RFC 8187: `encodeURIComponent` leaves four characters that are not attribute characters. Lone surrogates become
 * U+FFFD.
 */
const encodeExtended = (text: string) =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** XMLHttpRequest, because `fetch` does not report upload progress. */
export function uploadByXhr(
  address: string,
  { headers, body, signal }: RequestInit,
  onProgress: (done: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest();
    transfer.open('PUT', address);
    new Headers(headers).forEach((value, name) => void transfer.setRequestHeader(name, value));
    transfer.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    transfer.onload = () => {
      const retryAfter = transfer.getResponseHeader('retry-after');
      const { status, responseText } = transfer;
      resolve(
        new Response(responseText || null, {
          status,
          headers: retryAfter ? { 'retry-after': retryAfter } : {},
        }),
      );
    };
    // The caller only needs to know that it did not reach the proxy.
    transfer.onerror = reject;
    transfer.onabort = reject;
    if (signal?.aborted) return reject();
    signal?.addEventListener('abort', () => transfer.abort(), { once: true });
    transfer.send(body instanceof Blob ? body : null);
  });
}
