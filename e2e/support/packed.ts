/** The package as installed by a user: packed, and unpacked with only its declared dependencies. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emitTypes } from '../../src/build/emit-types.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Packed {
  readonly tarball: string;
  /** A project that has the package installed; everything in `e2e/consumer` stands in it. */
  readonly project: string;
  /** Files of the tarball, as `dist/library/index.js`. */
  readonly files: readonly string[];
}

export interface Run {
  readonly status: number | null;
  readonly output: string;
}

/** @param command a script for Node, from the packages of this repository when it does not begin with a slash */
export function run(command: string, parameters: readonly string[], cwd: string): Run {
  const script = command.startsWith('/') ? command : `${root}node_modules/${command}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...parameters], {
    cwd,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

/** What is built is packed as it is; its types are written first, as `npm pack` does. */
export function pack(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'apply-package-'));
  if (!emitTypes(root)) throw new Error('The types of the package could not be written.');
  const [{ filename, files }] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder]),
  );
  const project = join(folder, 'project');
  cpSync(`${root}e2e/consumer`, project, { recursive: true });
  mkdirSync(`${project}/node_modules`);
  spawnSync('tar', ['-xzf', filename], { cwd: folder });
  renameSync(`${folder}/package`, `${project}/node_modules/apply-form`);
  linkNeeded(project);
  return {
    tarball: join(folder, filename),
    project,
    files: files.map((file: { path: string }) => file.path),
  };
}

/** npm may be a shell shim; inside an npm script its own file is known. */
function npm(parameters: readonly string[]): string {
  const own = process.env['npm_execpath'];
  const [command, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []];
  const { status, stdout, stderr } = spawnSync(command, [...first, ...parameters], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** For compiling: what a project of this kind has of its own. */
const ofTheProject = ['@types/node', '@types/react'];

/** An import of anything else does not resolve: the project stands outside of this repository. */
function linkNeeded(project: string): void {
  const { dependencies } = JSON.parse(
    readFileSync(`${project}/node_modules/apply-form/package.json`, 'utf8'),
  );
  for (const name of [...Object.keys(dependencies), ...ofTheProject]) {
    const place = `${project}/node_modules/${name}`;
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(`${root}node_modules/${name}`, place);
  }
}
