import type { Plugin } from 'vite';

const limiters = ['RateLimiterMemory', 'RateLimiterPostgres', 'RateLimiterRes'] as const;

/**
 * Packages whose own entry asks for modules of Node, by what is taken in its place. For what is to run wherever `fetch`
 * does.
 */
const places: Readonly<Record<string, string>> = {
  // Its index loads a limiter for clusters of Node, too.
  'rate-limiter-flexible': limiters
    .map((name) => `export { default as ${name} } from 'rate-limiter-flexible/lib/${name}.js';`)
    .join('\n'),
  // Of the reader of archives, which says nothing with it.
  debug: `export { default } from 'debug/src/browser.js';`,
};

export function withoutNode(): Plugin {
  return {
    name: 'without-node',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'library',
    resolveId: (imported) => (Object.hasOwn(places, imported) ? `\0without-node:${imported}` : null),
    load: (id) => places[id.replace('\0without-node:', '')] ?? null,
  };
}
