/** Vite plugins with one hook each. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { guardMessages } from '../locale/guard-words.ts';
import type { RunningRelease } from '../server/http/options.ts';
import { hashOfSources } from './sources.mjs';

/**
 * Checks that the script is one file. A second one would delay it, and load a second copy of the library if the address
 * has a query.
 */
export const standsAlone = (): Plugin => ({
  name: 'stands-alone',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'script',
  generateBundle(_options, bundle) {
    const entry = bundle['apply-form.js'];
    if (entry?.type !== 'chunk' || entry.imports.length > 0)
      this.error('apply-form.js must be one file without static imports.');
  },
});

/** Inlines the guard into both pages, because it has to work when their files cannot be loaded. */
export const guardPages = (root: string): Plugin => ({
  name: 'guard-pages',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace('<!-- page-head.html -->', () =>
        readFileSync(`${root}src/browser/pages/page-head.html`, 'utf8')
          .replace("'guard-words.ts'", () => JSON.stringify(guardMessages))
          .trim(),
      ),
  },
});

/** Names a build by its sources: the same sources give the same name everywhere. */
export const buildName = (root: string): string => hashOfSources(root).slice(0, 12);

/** Replaces the release that a server from the sources has by the version and the name of the build. */
export const nameRelease = (root: string, version: string): Plugin => ({
  name: 'name-release',
  apply: 'build',
  load: {
    filter: { id: /\/src\/server\/process\/release\.ts$/ },
    handler: () =>
      `export const release = ${JSON.stringify({ version, build: buildName(root) } satisfies RunningRelease)};`,
  },
});

/** Matches a package's folder in the path of one of its modules. */
const packageFolder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Lists the packages bundled in each environment, because their licences must be included. */
export const bundledPackages = (folder: string): Plugin => ({
  name: 'bundled-packages',
  apply: 'build',
  sharedDuringBuild: true,
  generateBundle(_options, bundle) {
    const { name } = this.environment;
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const folders = modules.flatMap(
      (module) => packageFolder.exec(module.replace('\0', ''))?.slice(0, 1) ?? [],
    );
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${name}.bundled.json`, JSON.stringify([...new Set(folders)].sort()));
  },
});
