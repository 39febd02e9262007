/** Installs the packages as a user does: from their tarballs, with only their declared dependencies. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageFile from '../../package.json' with { type: 'json' };
import deepFile from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../', import.meta.url));

export const packageNames = ['apply-form', 'apply-form-server'] as const;

export type PackageName = (typeof packageNames)[number];

/** The tarball is made by the step `build` of the suite. */
export const tarballOf = (name: PackageName): string => `${root}dist/npm/${name}-${packageFile.version}.tgz`;

/** @returns paths such as `dist/server.js` */
export function filesOf(name: PackageName): readonly string[] {
  const { stdout } = spawnSync('tar', ['-tzf', tarballOf(name)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((file) => file.replace(/^package\//, ''));
}

export interface Run {
  readonly status: number | null;
  readonly output: string;
}

const deepPackages = Object.keys(deepFile.devDependencies);

/** @param file a package or a file of a package, such as `vue-tsc` or `typescript/bin/tsc` */
export function pathOf(file: string): string {
  const isDeepPackage = deepPackages.some((name) => `${file}/`.startsWith(`${name}/`));
  return `${root}${isDeepPackage ? 'e2e/' : ''}node_modules/${file}`;
}

/** @param command a script for Node; unless it begins with a slash, a file of a package of this repository */
export function run(command: string, parameters: readonly string[], cwd: string): Run {
  const script = command.startsWith('/') ? command : pathOf(command);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...parameters], {
    cwd,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

/** The packages that the project needs to be compiled. */
const compilerPackages = ['@types/node', '@types/react', 'preact', 'vue'];

/**
 * Makes a project with these packages and the content of `folder`.
 *
 * @param packages further packages, which are linked from this repository
 */
export function install(
  folder: string,
  names: readonly PackageName[] = packageNames,
  packages: readonly string[] = compilerPackages,
): string {
  const project = join(mkdtempSync(join(tmpdir(), 'apply-package-')), 'project');
  cpSync(`${root}${folder}`, project, { recursive: true });
  mkdirSync(`${project}/node_modules`, { recursive: true });
  for (const name of names) {
    spawnSync('tar', ['-xzf', tarballOf(name)], { cwd: dirname(project) });
    renameSync(`${dirname(project)}/package`, `${project}/node_modules/${name}`);
    linkNeeded(project, Object.keys(manifestOf(project, name).dependencies ?? {}));
  }
  linkNeeded(project, packages);
  return project;
}

export const manifestOf = (
  project: string,
  name: PackageName,
): { readonly version: string; readonly dependencies?: Readonly<Record<string, string>> } =>
  JSON.parse(readFileSync(`${project}/node_modules/${name}/package.json`, 'utf8'));

/** Links only these packages: other imports do not resolve, because the project is outside of this repository. */
function linkNeeded(project: string, names: readonly string[]): void {
  for (const name of names) {
    const link = `${project}/node_modules/${name}`;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(pathOf(name), link);
  }
}
