/*
 * What has to happen before anything else can run, with nothing but Node and npm: check the version, install
 * the packages when they are missing or the lock file changed, build, start. No imports from packages here.
 *
 *   node src/server/setup.mjs          installs
 *   node src/server/setup.mjs build    installs, builds into dist/
 *     --keep DIR                       goes on from the release whose dist/site is DIR, as what is open asks for it
 *   node src/server/setup.mjs start    installs, builds, becomes the server
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const minimum = [20, 19];

function fail(message) {
  console.error(message);
  process.exit(2);
}

/** Progress goes to stderr: on stdout the first line is the address, for people and for scripts. */
function say(message) {
  process.stderr.write(`${message}\n`);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > minimum[0] || (major === minimum[0] && minor >= minimum[1])) return;
  fail(`Apply Form needs Node ${minimum.join('.')} or newer; this is ${process.versions.node}.`);
}

function run(command, argumentList, failure, env = process.env) {
  const result = spawnSync(command, argumentList, { cwd: root, stdio: ['ignore', 2, 2], env });
  if (result.status !== 0) fail(failure);
}

/** npm may be a shell shim; inside an npm script its own file is known. */
function runNpm(argumentList, failure) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...argumentList], failure);
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', argumentList, failure);
}

/** Name and version of every package that a lock file lists; those for another platform may be missing. */
function packagesOf(lockFile) {
  if (!existsSync(lockFile)) return new Map();
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  const wanted = Object.entries(packages).filter(([place, { optional }]) => place !== '' && !optional);
  return new Map(wanted.map(([place, { version }]) => [place, version]));
}

/** npm keeps a lock file of what is really there beside the packages, however they were installed. */
function isInstalled() {
  const there = packagesOf(`${root}node_modules/.package-lock.json`);
  return [...packagesOf(`${root}package-lock.json`)].every(
    ([place, version]) => there.get(place) === version,
  );
}

function install() {
  if (isInstalled()) return;
  say('Installing packages (once, about half a minute) …');
  runNpm(['ci', '--no-audit', '--no-fund'], 'The packages could not be installed; the reason stands above.');
}

/** @param options of the command line, after the wish */
function build(options) {
  const keeps = keptFolder(options);
  say('Building …');
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const env = keeps === null ? process.env : { ...process.env, APPLY_BUILD_KEEPS: keeps };
  run(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn'],
    'The build failed; the reason stands above.',
    env,
  );
}

/** null: none is named. */
function keptFolder([option, folder, ...more]) {
  if (option === undefined) return null;
  if (option !== '--keep' || folder === undefined || more.length > 0)
    fail('The build takes one option: --keep DIR, the dist/site of the release that is served now.');
  return resolve(folder);
}

/** Before the build: it would replace the files of a server that already runs here. */
function checkPort() {
  const port = Number(process.env.PORT ?? 3000);
  const host = process.env.HOST ?? '127.0.0.1';
  return new Promise((settle) => {
    const server = createServer();
    server.once('error', ({ code }) => {
      if (code !== 'EADDRINUSE') return settle();
      fail(
        `Port ${port} on ${host} is busy: another program listens there. Stop it, or set PORT to another number.`,
      );
    });
    // A port that is none is for the server to name, with all else that is wrong.
    if (!(port > 0 && port < 65_536)) return settle();
    server.listen(port, host, () => server.close(settle));
  });
}

checkNode();
const [wish, ...options] = process.argv.slice(2);
if (wish === 'start') await checkPort();
install();
if (wish === 'build') build(options);
if (wish === 'start') build([]);
if (wish === 'start') {
  process.argv.push('--or-sandbox');
  await import(pathToFileURL(`${root}dist/server.js`).href);
}
