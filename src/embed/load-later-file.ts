/** The built site's way to the later file: by address, with our copy of preact in its hands. */
import { Fragment, h } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { jsx } from 'preact/jsx-runtime';
import { batch, computed, effect, signal } from '../form/signals.ts';
import { scriptFolder } from './endpoint.ts';
import type { LaterFile } from './later/later.ts';
import { laterFile } from './later-file.ts';

const hooks = { useLayoutEffect, useMemo, useRef };
const runtime = { Fragment, h, jsx, ...hooks, batch, computed, effect, signal };

let loading: Promise<LaterFile> | null = null;
let failures = 0;

/** Once for all forms of a page. */
export function loadLater(): Promise<LaterFile> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    failures += 1;
    throw error;
  });
  return loading;
}

async function load(): Promise<LaterFile> {
  const address = new URL(laterFile, scriptFolder() ?? document.baseURI);
  // Some browsers never ask again for a module that they could not fetch: another address is another module.
  if (failures > 0) address.search = `${failures}`;
  const file: typeof import('./later/built-file.ts') = await import(/* @vite-ignore */ address.href);
  file.takeRuntime(runtime);
  return file;
}
