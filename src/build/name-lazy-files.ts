/** Names the lazy files, and passes the names to the files that load them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { type Language, languages } from '../locale/languages.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Every language but English, which is bundled with the form; each is a separate file. */
export const wordsLanguages = languages.filter((language) => language !== 'en');

const sourceOf = (language: Language) => path(`../locale/${language}.ts`);

/** One folder name for all of them, so that the first file need not list each; it changes with the content of any. */
export function wordsFiles(): string {
  const hash = createHash('sha256');
  for (const language of wordsLanguages) hash.update(readFileSync(sourceOf(language)));
  return `assets/words-${hash.digest('base64url').slice(0, 8)}-*.js`;
}

/** Each catalogue module exports under its language's name; this entry gives the loader one common name. */
export const wordsEntry = (language: string) => `words:${language}`;

export function nameWords(): Plugin {
  const sources = new Map(wordsLanguages.map((language) => [wordsEntry(language), sourceOf(language)]));
  return {
    name: 'name-words',
    enforce: 'pre',
    resolveId: (imported) => (sources.has(imported) ? imported : null),
    load(id) {
      const source = sources.get(id);
      if (source === undefined) return null;
      const exported = id.slice(wordsEntry('').length).replace('-', '');
      return `export { ${exported} as words } from ${JSON.stringify(source)};`;
    },
  };
}

/**
 * The lazy files are built first. The pages and the script then load them by their names, which change with their
 * content; the preview, which works from a folder, bundles them.
 */
export function nameLazyFile(): Plugin {
  const source = path('../browser/lazy/lazy-file.ts');
  const byAddress = path('../browser/lazy/load-lazy-file.ts');
  const outcomeScreens = path('../browser/outcome-screens/load-outcome-screens-file.ts');
  const isLazy = (environment: string) => /^(later|details|dates|outcomeScreens|steps)$/.test(environment);
  const loadsByAddress = (environment: string) => environment === 'client' || environment === 'script';
  /** By environment. */
  const files = new Map<string, string>();
  return {
    name: 'name-later-file',
    apply: 'build',
    enforce: 'pre',
    sharedDuringBuild: true,
    resolveId(imported) {
      if (imported.endsWith('/load-outcome-screens.ts') && this.environment.name === 'later')
        return outcomeScreens;
      const isWay = imported.endsWith('/load-lazy.ts') && loadsByAddress(this.environment.name);
      return isWay ? byAddress : null;
    },
    load(id) {
      if (id !== source) return null;
      const names = {
        lazyFile: files.get('later') ?? '',
        detailsFile: files.get('details') ?? '',
        datesFile: files.get('dates') ?? '',
        outcomeScreensName: basename(files.get('outcomeScreens') ?? ''),
        stepsName: basename(files.get('steps') ?? ''),
        wordsFiles: wordsFiles(),
      };
      return Object.entries(names)
        .map(([constant, value]) => `export const ${constant} = ${JSON.stringify(value)};`)
        .join('\n');
    },
    generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (entry && isLazy(this.environment.name)) files.set(this.environment.name, entry.fileName);
    },
  };
}
