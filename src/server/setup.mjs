/*
 * What has to happen before anything else can run, with nothing but Node and npm: check the version, install
 * the packages when they are missing or the lock file changed, build, start. No imports from packages here.
 *
 *   node src/server/setup.mjs          installs
 *   node src/server/setup.mjs build    installs, builds into dist/
 *   node src/server/setup.mjs start    installs, builds, becomes the server
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

function run(command, argumentList, failure) {
  const result = spawnSync(command, argumentList, { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) fail(failure);
}

/** npm may be a shell shim; inside an npm script its own file is known. */
function runNpm(argumentList, failure) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...argumentList], failure);
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', argumentList, failure);
}

function install() {
  const stamp = `${root}node_modules/.apply-form-stamp`;
  const wanted = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .update(`${process.versions.modules} ${process.platform} ${process.arch}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing packages (once, about half a minute) …');
  runNpm(['ci', '--no-audit', '--no-fund'], 'The packages could not be installed; the reason stands above.');
  writeFileSync(stamp, wanted);
}

function build() {
  say('Building …');
  const vite = `${root}node_modules/vite/bin/vite.js`;
  run(process.execPath, [vite, 'build', '--logLevel', 'warn'], 'The build failed; the reason stands above.');
}

checkNode();
install();
const [wish] = process.argv.slice(2);
if (wish === 'build' || wish === 'start') build();
if (wish === 'start') await import(pathToFileURL(`${root}dist/server.js`).href);
