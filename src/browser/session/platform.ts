/**
 * What the form uses of the browser to send files, to wait and to detect leaving; passed in so that a test can replace
 * it.
 */

import type { Drafts, DraftTools } from '../drafts/draft-tools.ts';
import { createDrafts } from '../drafts/drafts.ts';
import type { Upload } from '../proxy/connection.ts';
import type { Pace } from '../proxy/follow.ts';
import { loadFile } from '../proxy/load-files.ts';
import { uploadByXhr } from '../proxy/upload.ts';

export interface Platform {
  readonly upload: Upload;
  readonly wait: Pace['wait'];
  /** The returned function ends it. */
  beforeLeaving(ask: (event: Event) => void): () => void;
  /** The page was left and is restored as it was: browsers may have aborted requests. */
  whenBack(act: () => void, signal: AbortSignal): void;
  /** Explains what is wrong with a page and what its developer can do; null when it cannot be loaded now. */
  loadDiagnosis(): Promise<Pick<typeof import('../diagnosis/diagnose.ts'), 'diagnose'> | null>;
  /** Draws one section at a time; null when it cannot be loaded now. */
  loadSteps(): Promise<typeof import('./steps.ts') | null>;
  /** Stores answers on this device. */
  createDrafts(tools: DraftTools): Drafts;
}

interface PlatformTools {
  /** A file failed to load. */
  readonly miss: () => null;
  readonly signal: AbortSignal;
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
    loadSteps: loading(() => import('./steps.ts')),
  };
}
