/**
 * What the form uses of the browser to send files, to wait and to detect leaving; passed in so that a test can replace
 * it.
 */

import type { Platform } from '../contract.ts';
import { createDrafts } from '../drafts/drafts.ts';
import type { UploadReply, UploadRequest } from './connection.ts';
import { loadFile } from './load-files.ts';

interface PlatformTools {
  /** A file failed to load. */
  readonly miss: () => null;
  readonly signal: AbortSignal;
}

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

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      removeEventListener('pageshow', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    // A restored page may show data that is long out of date.
    addEventListener('pageshow', end);
  });
}

function beforeLeaving(ask: (event: Event) => void): () => void {
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}

function whenBack(act: () => void, signal: AbortSignal): void {
  const back = ({ persisted }: PageTransitionEvent) => {
    if (persisted) act();
  };
  addEventListener('pageshow', back, { signal });
}

export function browserPlatform({ signal, miss }: PlatformTools): Platform {
  const loading =
    <File>(load: () => Promise<File>) =>
    async (): Promise<File | null> =>
      (await loadFile(load, signal)) ?? miss();
  return {
    upload: uploadByXhr,
    wait,
    beforeLeaving,
    whenBack,
    createDrafts,
    loadDiagnosis: loading(() => import('../diagnosis/diagnose.ts')),
    loadSteps: loading(() => import('../session/steps.ts')),
  };
}
