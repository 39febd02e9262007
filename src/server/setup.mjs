/*
 * What has to happen before anything else can run, with nothing but Node and npm: check the version, install
 * the packages when they are missing or the lock file changed, build, start. No imports from packages here.
 *
 *   node src/server/setup.mjs          installs
 *   node src/server/setup.mjs deep     installs, with what only the deep run needs, which is in `e2e`
 *   node src/server/setup.mjs build    installs, builds into dist/, with the npm packages in dist/npm
 *   node src/server/setup.mjs start    installs what a build and a server need, builds what changed, becomes the server
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hashOfSources } from '../build/sources.mjs';

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

/** Packages that a lock file lists, by their place; those for another platform may be missing. */
function packagesOf(lockFile) {
  if (!existsSync(lockFile)) return [];
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  return Object.entries(packages).filter(([place, { optional }]) => place !== '' && !optional);
}

/** npm keeps a lock file of what is really there beside the packages, however they were installed. */
function isInstalled(folder, isWanted) {
  const there = new Map(packagesOf(`${folder}node_modules/.package-lock.json`));
  return packagesOf(`${folder}package-lock.json`).every(
    ([place, one]) => !isWanted(one) || there.get(place)?.version === one.version,
  );
}

/** `devOptional`: what a package for developers, or an optional one, needs. */
const isForServing = ({ dev, devOptional }) => !dev && !devOptional;

function install(folder = root) {
  if (isInstalled(folder, () => true)) return;
  say('Installing packages (once, about a minute) …');
  const parameters = ['ci', '--prefix', folder, '--no-audit', '--no-fund'];
  runNpm(parameters, 'The packages could not be installed; the reason stands above.');
}

/** Tests and checks need three times as many packages as a build and a server. */
function installForServing() {
  if (isInstalled(root, isForServing)) return;
  say('Installing packages (once, some seconds) …');
  const parameters = ['ci', '--omit=dev', '--no-audit', '--no-fund'];
  runNpm(parameters, 'The packages could not be installed; the reason stands above.');
}

const built = `${root}dist/sources.sha256`;

const demo = (hash) => `${hash} demo`;

function runVite(env) {
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const failure = 'The build failed; the reason stands above.';
  run(process.execPath, [vite, 'build', '--logLevel', 'warn'], failure, { ...process.env, ...env });
}

function build() {
  // Before: what is saved meanwhile is not in the build.
  const hash = hashOfSources(root);
  say('Building (about a minute) …');
  runVite({});
  const packages = ['--import', 'tsx', `${root}src/build/npm-packages.ts`];
  run(process.execPath, packages, 'The packages could not be made; the reason stands above.');
  writeFileSync(built, hash);
  say('Built: dist/server.js, and the packages in dist/npm.');
}

/** For the demo without what makes files smaller, which takes most of the time, and without the packages. */
function buildForStart() {
  const { APPLY_SERVICE_URL, APPLY_CONFIG, APPLY_CONFIG_FILE } = process.env;
  const isDemo = !(APPLY_SERVICE_URL || APPLY_CONFIG || APPLY_CONFIG_FILE);
  const hash = hashOfSources(root);
  const there = existsSync(built) ? readFileSync(built, 'utf8') : '';
  if (there === hash || (isDemo && there === demo(hash))) return;
  say(isDemo ? 'Building …' : 'Building (about half a minute) …');
  if (!isDemo) install();
  runVite(isDemo ? { BUILD_DEMO: '1' } : {});
  writeFileSync(built, isDemo ? demo(hash) : hash);
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
if (![undefined, 'build', 'deep', 'start'].includes(wish))
  fail(`There is no "${wish}": build, deep or start.`);
if (wish === 'build' && options.length > 0) fail(`The build takes no options, as ${options[0]}.`);
if (wish === 'start') {
  await checkPort();
  installForServing();
  buildForStart();
  process.argv.splice(2, 1, '--or-sandbox');
  await import(pathToFileURL(`${root}dist/server.js`).href);
} else {
  install();
  if (wish === 'build') build();
  if (wish === 'deep') install(`${root}e2e/`);
}
