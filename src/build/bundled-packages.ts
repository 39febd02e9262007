import { mkdirSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Where a package's own folder ends in the path of one of its modules. */
const ofPackage = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Writes for each environment which packages of others are in what it builds, because their licences want to be given along. */
export function bundledPackages(folder: string): Plugin {
  return {
    name: 'bundled-packages',
    apply: 'build',
    sharedDuringBuild: true,
    generateBundle(_options, bundle) {
      const { name } = this.environment;
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const folders = modules.flatMap(
        (module) => ofPackage.exec(module.replace('\0', ''))?.slice(0, 1) ?? [],
      );
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}/${name}.bundled.json`, JSON.stringify([...new Set(folders)].sort()));
    },
  };
}
