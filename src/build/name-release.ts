import type { Plugin } from 'vite';
import type { RunningRelease } from '../server/http/options.ts';
import { hashOfSources } from './sources.mjs';

/** The same for the same sources, wherever they are built, and another one for other sources. */
export const buildName = (root: string): string => hashOfSources(root).slice(0, 12);

/** The server says which build it is; from its sources it is none. */
export function nameRelease(root: string, version: string): Plugin {
  return {
    name: 'name-release',
    apply: 'build',
    load: {
      filter: { id: /\/src\/server\/app\/release\.ts$/ },
      handler() {
        const release: RunningRelease = { version, build: buildName(root) };
        return `export const release = ${JSON.stringify(release)};`;
      },
    },
  };
}
