/**
 * What the form uses of the browser to send files, to wait and to detect leaving; passed in so that a test can replace
 * it.
 */

import type { UploadReply, UploadRequest } from '../api/connection.ts';
import type { InTime } from '../api/in-time.ts';
import type { Platform } from '../contract.ts';
import { loadOutcomeScreens, loadSteps } from '../outcome-screens/load-outcome-screens.ts';

interface PlatformTools {
  /** A file failed to load. */
  readonly miss: () => null;
  readonly inTime: InTime;
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

export function browserPlatform({ inTime, signal, miss }: PlatformTools): Platform {
  const loading =
    <File>(load: () => Promise<File>) =>
    async (): Promise<File | null> => {
      const outcome = await inTime(load, undefined, signal);
      return outcome.ok ? outcome.value : miss();
    };
  const loadStyles = loading(() => import('./rare-styles.ts'));
  const loadOtherForms = loading(() => import('../session/other-forms.ts'));
  return {
    upload: uploadByXhr,
    wait,
    beforeLeaving,
    whenBack,
    loadDiagnosis: loading(() => import('../diagnosis/diagnose.ts')),
    loadLight: loading(() => import('./light-mount-target.ts')),
    loadDraftManager: loading(() => {
      // Loaded in advance, because it may be needed when the network is gone.
      void loadOtherForms();
      return import('../drafts/draft-manager.ts');
    }),
    loadOtherForms,
    loadReread: loading(() => import('../session/reread.ts')),
    loadOutcomeScreens: loading(loadOutcomeScreens),
    loadSteps: loading(loadSteps),
    loadRefusal: loading(() => import('../diagnosis/refusal.ts')),
    loadChallenge: loading(() => import('../challenge/challenge.ts')),
    loadSource: loading(() => import('../session/source.ts')),
    loadRareStyles: async () => (await loadStyles())?.rareStyles ?? '',
  };
}
