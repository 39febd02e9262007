/**
 * Makes the two npm packages of a build, as folders and as tarballs in `dist/npm`: the step of `npm run build` after
 * Vite. Types come from the compiler, names and entry points from `src/build/npm`.
 */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageFile from '../../package.json' with { type: 'json' };
import { printError } from '../server/process/print.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}dist/npm`;

const element = 'element.bundled.json';

/** `copied` are files of `dist`; all other files of a package are built in its folder. */
const npmPackages = [
  { name: 'apply-form', copied: [] },
  {
    name: 'apply-form-server',
    copied: ['server.js', 'apply-form-server.js', 'proxy.js', 'server', 'library', 'site'],
  },
] as const;

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const versions: Readonly<Record<string, string>> = packageFile.dependencies;

function writePackage({ name, copied }: (typeof npmPackages)[number], types: string): void {
  const target = `${folder}/${name}`;
  const manifest: Manifest = JSON.parse(readFileSync(`${root}src/build/npm/${name}.package.json`, 'utf8'));
  mkdirSync(target, { recursive: true });
  for (const file of copied)
    cpSync(`${root}dist/${file}`, `${target}/dist/${file}`, { recursive: true, filter: isPacked });
  const needed = Object.keys(manifest.dependencies ?? {}).map((dependency) => [
    dependency,
    versions[dependency],
  ]);
  const dependencies = needed.length > 0 ? Object.fromEntries(needed) : undefined;
  const written = { ...manifest, version: packageFile.version, dependencies };
  writeFileSync(`${target}/package.json`, `${JSON.stringify(written, null, 2)}\n`);
  cpSync(`${root}src/build/npm/${name}.md`, `${target}/README.md`);
  cpSync(`${root}LICENSE`, `${target}/LICENSE`);
  writeFileSync(`${target}/THIRD-PARTY-LICENSES.txt`, licencesOf(name === 'apply-form'));
  const entryPoints = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [entry.types.replace('./types/', '')],
  );
  copyTypes(types, entryPoints, `${target}/types`);
}

/** Excludes files that no user needs: source maps, sources of the documentation, and assets of an earlier build. */
function isPacked(file: string): boolean {
  const [, asset] = /[/\\]site[/\\]assets[/\\](.+)$/.exec(file) ?? [];
  const isUseless = file.endsWith('.map') || /[/\\]site[/\\]docs[/\\].*\.md$/.test(file);
  return (
    !isUseless && (asset === undefined || readFileSync(`${root}dist/assets.json`, 'utf8').includes(asset))
  );
}

/** Returns the licences of the bundled packages, which must accompany each copy. The build lists these packages. */
function licencesOf(isElement: boolean): string {
  const listed = readdirSync(folder)
    .filter((name) => name.endsWith('.bundled.json') && (name === element) === isElement)
    .flatMap((name): readonly string[] => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
  const parts = [...new Set(listed)].sort().map((location) => {
    const { name, version, license } = JSON.parse(readFileSync(`${location}/package.json`, 'utf8'));
    const file = readdirSync(location).find((entry) => /^licen[cs]e/i.test(entry));
    const text =
      file === undefined ? `Licence: ${license}` : readFileSync(join(location, file), 'utf8').trim();
    return `## ${name} ${version}\n\n${text}\n`;
  });
  return `# Packages of others in this one\n\n${parts.join('\n')}`;
}

/** @returns the folder of the types; null if the compiler failed and printed its errors */
function emitTypes(): string | null {
  const typesFolder = `${root}dist/types`;
  rmSync(typesFolder, { recursive: true, force: true });
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'src/tsconfig.types.json'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  return status === 0 ? typesFolder : null;
}

/** Matches paths in imports and exports, and in `import("./a.ts").B`. */
const sourceAddress = /((?:from|import) ?\(?)(["'])(\.[^"']*)\.tsx?\2/g;

/** Matches sentences as literal types. Hosts need only their keys. */
const sentenceType = /: (?:"[^"\n]*"|'[^'\n]*');/g;

/**
 * Copies the types that the entry points reach. The compiler writes the paths of the sources into the types, so their
 * extensions are replaced by those of published files.
 */
function copyTypes(from: string, entryPoints: readonly string[], to: string): void {
  rmSync(to, { recursive: true, force: true });
  const reached = new Set(entryPoints);
  // Iterating over a Set also visits members that are added meanwhile.
  for (const name of reached) {
    const text = readFileSync(join(from, name), 'utf8');
    for (const [, , , address = ''] of text.matchAll(sourceAddress))
      reached.add(join(dirname(name), `${address}.d.ts`));
    mkdirSync(dirname(join(to, name)), { recursive: true });
    const published = text.replace(sourceAddress, '$1$2$3.js$2');
    const isEnglish = /^locale[\\/]en/.test(name);
    writeFileSync(join(to, name), isEnglish ? published.replace(sentenceType, ': string;') : published);
  }
}

/** The command `npm` may be a shell script; in an npm script, this variable names npm's JavaScript file. */
function makeTarball(name: string): boolean {
  const file = process.env['npm_execpath'];
  const parameters = ['pack', `./${name}`, '--silent', '--ignore-scripts'];
  const options: SpawnSyncOptions = { cwd: folder, stdio: ['ignore', 'ignore', 2] };
  const { status } = file?.endsWith('.js')
    ? spawnSync(process.execPath, [file, ...parameters], options)
    : spawnSync('npm', parameters, options);
  return status === 0;
}

if (!existsSync(`${folder}/${element}`)) {
  printError('There is no whole build to make packages of: npm run build makes it first.');
  process.exitCode = 1;
} else {
  for (const name of readdirSync(folder)) if (name.endsWith('.tgz')) rmSync(`${folder}/${name}`);
  rmSync(`${folder}/apply-form-server`, { recursive: true, force: true });
  const types = emitTypes();
  if (types === null) process.exitCode = 1;
  else {
    for (const npmPackage of npmPackages) writePackage(npmPackage, types);
    if (!npmPackages.every(({ name }) => makeTarball(name))) process.exitCode = 1;
  }
}
