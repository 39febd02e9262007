/** How the built site loads the lazy files: by address; those that draw receive our copy of preact. */

import { Fragment } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { jsx } from 'preact/jsx-runtime';
import { batch, computed, effect, signal } from '../../form/signals.ts';
import type { Catalogue } from '../../locale/catalogue.ts';
import { rememberDrawn } from '../../ui/controls/read-controls.ts';
import { drawSelect } from '../../ui/controls/select.tsx';
import { takeFocus } from '../../ui/focus/focus.ts';
import { Heading } from '../../ui/form/heading.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { elementIds, hiddenTagId } from '../../ui/screen.ts';
import { inTime } from '../api/in-time.ts';
import type { FurtherLanguage, LazyFile, Transport } from '../contract.ts';
import type { DatesFile } from '../dates/contract.ts';
import type { DetailsFile } from '../details/contract.ts';
import { scriptFolder } from '../session/endpoint.ts';
import { datesFile, detailsFile, lazyFile, wordsFiles } from './lazy-file.ts';

const hooks = { useLayoutEffect, useMemo, useRef };
const signals = { batch, computed, effect, signal };
const drawing = { elementIds, hiddenTagId, takeFocus, Heading, Icon, drawSelect, rememberDrawn };
const runtime = { Fragment, jsx, ...hooks, ...signals, ...drawing };

const loading = new Map<string, Promise<unknown>>();
let failures = 0;

/** Loaded once for all forms of a page. */
function load<File>(name: string): Promise<File>;
function load(name: string): Promise<unknown> {
  const known = loading.get(name) ?? importFile(name);
  loading.set(name, known);
  return known;
}

async function importFile<File>(name: string): Promise<File>;
async function importFile(name: string): Promise<unknown> {
  const outcome = await inTime(() => {
    const address = addressOf(name);
    // Some browsers never refetch a module that failed to load, but a different address counts as a different module.
    if (failures > 0) address.search = `${failures}`;
    const file = import(/* @vite-ignore */ address.href);
    // On a slow connection it may still arrive, and is then ready for the next attempt.
    file.then(() => loading.set(name, file)).catch(() => {});
    return file;
  });
  if (outcome.ok) return outcome.value;
  loading.delete(name);
  failures += 1;
  throw outcome.error;
}

const addressOf = (name: string) => new URL(name, scriptFolder() ?? document.baseURI);

/** Milliseconds for one small request; and until the second look, because a file may be missing while it is put in place. */
const [PATIENCE, AGAIN] = [5_000, 2_000];

async function isMissing(): Promise<boolean> {
  const { href } = addressOf(lazyFile);
  const look = await inTime(
    (signal) => fetch(href, { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal }),
    PATIENCE,
  );
  return look.ok && (look.value.status === 404 || look.value.status === 410);
}

export const served: Pick<Transport, 'isGone' | 'loadAgain'> = {
  async isGone() {
    if (!(await isMissing())) return false;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    return isMissing();
  },
  async loadAgain() {
    // The script may stay in the browser's cache for some minutes, and would ask for the same files again.
    const { href } = addressOf('apply-form.js');
    await inTime((signal) => fetch(href, { cache: 'reload', mode: 'no-cors', signal }), PATIENCE);
    location.reload();
  },
};

interface DrawingFile<File> extends Pick<typeof import('./built-file.ts'), 'takeRuntime'> {
  readonly file: File;
}

async function loadDrawing<File>(name: string): Promise<File> {
  const { takeRuntime, file } = await load<DrawingFile<File>>(name);
  takeRuntime(runtime);
  return file;
}

export const loadLazy = () => loadDrawing<LazyFile>(lazyFile);
export const loadDetails = () => loadDrawing<DetailsFile>(detailsFile);
export const loadDates = () => loadDrawing<DatesFile>(datesFile);

export async function loadWords(language: FurtherLanguage): Promise<Catalogue> {
  const { words } = await load<{ words: Catalogue }>(wordsFiles.replace('*', language));
  return words;
}
