import type { Plugin } from 'vite';

const written = 'extends HTMLElement';

/**
 * Frameworks render pages on a server first, where there are no elements, so importing the package must not fail there.
 * The script only runs in browsers and is built without these bytes.
 */
export function importOnAServer(): Plugin {
  return {
    name: 'import-on-a-server',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/browser\/element\/define\.ts$/ },
      handler(code) {
        if (this.environment.name !== 'element') return null;
        if (!code.includes(written)) throw new Error(`define.ts has no "${written}" any more.`);
        return { code: code.replace(written, 'extends (globalThis.HTMLElement ?? class {})'), map: null };
      },
    },
  };
}
