/*
 * Runs before everything else, with nothing but Node and npm: checks the version, installs the packages if they are
 * missing or the lock file changed, builds, starts. Imports no packages.
 *
 * node src/server/setup.mjs          installs
 * node src/server/setup.mjs deep     installs, including the packages of `e2e` for the deep run
 * node src/server/setup.mjs build    installs, builds into dist/, with the npm packages in dist/npm
 * node src/server/setup.mjs start    installs what build and server need, builds what changed, becomes the server
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

/** Progress goes to stderr, because the first line of stdout is the address, for people and for scripts. */
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

/** npm may be a shell shim, but an npm script knows the path of its JavaScript file. */
function runNpm(argumentList, failure) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...argumentList], failure);
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', argumentList, failure);
}

/** The required packages of a lock file, by path; optional ones may be missing on this platform. */
function packagesOf(lockFile) {
  if (!existsSync(lockFile)) return [];
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  return Object.entries(packages).filter(([path, { optional }]) => path !== '' && !optional);
}

/** Compares with npm's own list in node_modules, which is right for every kind of installation. */
function isInstalled(folder, isWanted) {
  const installed = new Map(packagesOf(`${folder}node_modules/.package-lock.json`));
  return packagesOf(`${folder}package-lock.json`).every(
    ([path, entry]) => !isWanted(entry) || installed.get(path)?.version === entry.version,
  );
}

/** `devOptional`: needed only by development or optional packages. */
const isForServing = ({ dev, devOptional }) => !dev && !devOptional;

function install(folder = root) {
  if (isInstalled(folder, () => true)) return;
  say('Installing packages (once, about a minute) …');
  const parameters = ['ci', '--prefix', folder, '--no-audit', '--no-fund'];
  runNpm(parameters, 'The packages could not be installed; see the reason above.');
}

/** Tests and checks need three times as many packages as a build and a server. */
function installForServing() {
  if (isInstalled(root, isForServing)) return;
  say('Installing packages (once, some seconds) …');
  const parameters = ['ci', '--omit=dev', '--no-audit', '--no-fund'];
  runNpm(parameters, 'The packages could not be installed; see the reason above.');
}

const builtHashFile = `${root}dist/sources.sha256`;

const demoHash = (hash) => `${hash} demo`;

function runVite(env) {
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const failure = 'The build failed; see the reason above.';
  run(process.execPath, [vite, 'build', '--logLevel', 'warn'], failure, { ...process.env, ...env });
}

function build() {
  // Computed first, so that changes during the build count as not built.
  const hash = hashOfSources(root);
  say('Building (about a minute) …');
  runVite({});
  const packages = ['--import', 'tsx', `${root}src/build/npm-packages.ts`];
  run(process.execPath, packages, 'The packages could not be made; see the reason above.');
  writeFileSync(builtHashFile, hash);
  say('Built: dist/server.js, and the packages in dist/npm.');
}

/** Builds what `start` needs. The demo needs no files of the npm packages, source maps, or bundled server packages. */
function buildForStart() {
  const { APPLY_SERVICE_URL, APPLY_CONFIG, APPLY_CONFIG_FILE } = process.env;
  const isDemo = !(APPLY_SERVICE_URL || APPLY_CONFIG || APPLY_CONFIG_FILE);
  const hash = hashOfSources(root);
  const lastBuild = existsSync(builtHashFile) ? readFileSync(builtHashFile, 'utf8') : '';
  if (lastBuild === hash || (isDemo && lastBuild === demoHash(hash))) return;
  say(isDemo ? 'Building …' : 'Building (about half a minute) …');
  if (!isDemo) install();
  runVite(isDemo ? { BUILD_DEMO: '1' } : {});
  writeFileSync(builtHashFile, isDemo ? demoHash(hash) : hash);
}

/** Runs before the build, which would replace the files of a running server. */
function checkPort() {
  const port = Number(process.env.PORT ?? 3000);
  const host = process.env.HOST ?? '127.0.0.1';
  return new Promise((settle) => {
    const server = createServer();
    server.once('error', ({ code }) => {
      if (code !== 'EADDRINUSE') return settle();
      fail(`Port ${port} on ${host} is in use by another program. Stop it, or set PORT to another number.`);
    });
    // The server reports an invalid port, together with all other faults.
    if (!(port > 0 && port < 65_536)) return settle();
    server.listen(port, host, () => server.close(settle));
  });
}

checkNode();
const [command, ...options] = process.argv.slice(2);
if (![undefined, 'build', 'deep', 'start'].includes(command))
  fail(`There is no command "${command}": use build, deep or start.`);
if (command === 'build' && options.length > 0) fail(`The build takes no options such as ${options[0]}.`);
if (command === 'start') {
  await checkPort();
  installForServing();
  buildForStart();
  // The server then uses the sandbox if no service is configured.
  process.argv.splice(2, 1, '--or-sandbox');
  await import(pathToFileURL(`${root}dist/server.js`).href);
} else {
  install();
  if (command === 'build') build();
  if (command === 'deep') install(`${root}e2e/`);
}
