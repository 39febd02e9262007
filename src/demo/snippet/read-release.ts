import type { Release } from './snippet.ts';

/** What `/integrity.json` says about the files that never change (`src/README.md#pages-and-files`); null when there are none. */
export async function readRelease(): Promise<Release | null> {
  const response = await fetch('/integrity.json').catch(() => null);
  if (!response?.ok) return null;
  const listed: { readonly version: string; readonly files: Release['hashes'] } = await response.json();
  return { version: listed.version, hashes: listed.files };
}
