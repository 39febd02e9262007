/**
 * Makes the two npm packages of a build, as folders and as tarballs in `dist/npm`: the step of `npm run build` after
 * Vite. Types come from the compiler, names and entry points from `src/build/npm`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageFile from '../../package.json' with { type: 'json' };
import { printError } from '../server/process/print.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}dist/npm`;

const element = 'element.bundled.json';

/** `copied`: files taken from `dist`; all others are built in place. */
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
  const place = `${folder}/${name}`;
  const manifest: Manifest = JSON.parse(readFileSync(`${root}src/build/npm/${name}.package.json`, 'utf8'));
  mkdirSync(place, { recursive: true });
  for (const file of copied)
    cpSync(`${root}dist/${file}`, `${place}/dist/${file}`, { recursive: true, filter: isPacked });
  const needed = Object.keys(manifest.dependencies ?? {}).map((one) => [one, versions[one]]);
  const dependencies = needed.length > 0 ? Object.fromEntries(needed) : undefined;
  const written = { ...manifest, version: packageFile.version, dependencies };
  writeFileSync(`${place}/package.json`, `${JSON.stringify(written, null, 2)}\n`);
  cpSync(`${root}src/build/npm/${name}.md`, `${place}/README.md`);
  cpSync(`${root}LICENSE`, `${place}/LICENSE`);
  writeFileSync(`${place}/THIRD-PARTY-LICENSES.txt`, licencesOf(name === 'apply-form'));
  const doors = Object.values(manifest.exports).flatMap((door) =>
    typeof door === 'string' ? [] : [door.types.replace('./types/', '')],
  );
  takeTypes(types, doors, `${place}/types`);
}

/** Leaves out what no user needs: source maps, sources of the documentation, and assets of an earlier build. */
function isPacked(file: string): boolean {
  const [, asset] = /[/\\]site[/\\]assets[/\\](.+)$/.exec(file) ?? [];
  const isUseless = file.endsWith('.map') || /[/\\]site[/\\]docs[/\\].*\.md$/.test(file);
  return (
    !isUseless && (asset === undefined || readFileSync(`${root}dist/assets.json`, 'utf8').includes(asset))
  );
}

/** Licences of bundled packages, which must accompany each copy. The build lists them for each environment. */
function licencesOf(isElement: boolean): string {
  const listed = readdirSync(folder)
    .filter((name) => name.endsWith('.bundled.json') && (name === element) === isElement)
    .flatMap((name): readonly string[] => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
  const parts = [...new Set(listed)].sort().map((place) => {
    const { name, version, license } = JSON.parse(readFileSync(`${place}/package.json`, 'utf8'));
    const file = readdirSync(place).find((one) => /^licen[cs]e/i.test(one));
    const text = file === undefined ? `Licence: ${license}` : readFileSync(join(place, file), 'utf8').trim();
    return `## ${name} ${version}\n\n${text}\n`;
  });
  return `# Packages of others in this one\n\n${parts.join('\n')}`;
}

/** @returns the folder of the types; null if the compiler failed and printed its errors */
function emitTypes(root: string): string | null {
  const folder = `${root}dist/types`;
  rmSync(folder, { recursive: true, force: true });
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'src/tsconfig.types.json'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  return status === 0 ? folder : null;
}

/** Matches paths in imports and exports, and in `import("./a.ts").B`. */
const sourceAddress = /((?:from|import) ?\(?)(["'])(\.[^"']*)\.tsx?\2/g;

/** A sentence as a literal type, of which hosts need the key alone. */
const sentenceType = /: (?:"[^"\n]*"|'[^'\n]*');/g;

/**
 * Copies what the entry points reach. The compiler keeps the source paths in the types; their extension must be that of a
 * published file.
 */
function takeTypes(from: string, doors: readonly string[], to: string): void {
  rmSync(to, { recursive: true, force: true });
  const reached = new Set(doors);
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

/** npm may be a shell shim; inside an npm script its own file is known. */
function makeTarball(name: string): boolean {
  const own = process.env['npm_execpath'];
  const [command, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []];
  const parameters = [...first, 'pack', `./${name}`, '--silent', '--ignore-scripts'];
  return spawnSync(command, parameters, { cwd: folder, stdio: ['ignore', 'ignore', 2] }).status === 0;
}

if (!existsSync(`${folder}/${element}`)) {
  printError('There is no whole build to make packages of: npm run build makes it first.');
  process.exitCode = 1;
} else {
  for (const name of readdirSync(folder)) if (name.endsWith('.tgz')) rmSync(`${folder}/${name}`);
  rmSync(`${folder}/apply-form-server`, { recursive: true, force: true });
  const types = emitTypes(root);
  if (types === null) process.exitCode = 1;
  else {
    for (const one of npmPackages) writePackage(one, types);
    if (!npmPackages.every(({ name }) => makeTarball(name))) process.exitCode = 1;
  }
}
