/** What Vite does not do by itself: five plugins of one hook each. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { guardMessages } from '../locale/guard-words.ts';
import type { RunningRelease } from '../server/http/options.ts';
import { hashOfSources } from './sources.mjs';

/** A further file would be one more to wait for, and a second copy of the library where the address has a query. */
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

/** Inlined into both pages, because it speaks where their files cannot be loaded or read. */
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

/** The same for the same sources, wherever they are built, and another one for other sources. */
export const buildName = (root: string): string => hashOfSources(root).slice(0, 12);

/** The server says which build it is; from its sources it is none. */
export const nameRelease = (root: string, version: string): Plugin => ({
  name: 'name-release',
  apply: 'build',
  load: {
    filter: { id: /\/src\/server\/process\/release\.ts$/ },
    handler: () =>
      `export const release = ${JSON.stringify({ version, build: buildName(root) } satisfies RunningRelease)};`,
  },
});

/** Where a package's own folder ends in the path of one of its modules. */
const ofPackage = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Writes for each environment which packages of others are in what it builds, because their licences want to be given along. */
export const bundledPackages = (folder: string): Plugin => ({
  name: 'bundled-packages',
  apply: 'build',
  sharedDuringBuild: true,
  generateBundle(_options, bundle) {
    const { name } = this.environment;
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const folders = modules.flatMap((module) => ofPackage.exec(module.replace('\0', ''))?.slice(0, 1) ?? []);
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${name}.bundled.json`, JSON.stringify([...new Set(folders)].sort()));
  },
});
