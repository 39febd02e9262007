/**
 * `npm run test:deep -- image`: builds the operator's image from the tarball of the package with buildah, starts its
 * command, asks its health check, and stops it as its platform does. What this machine lacks is said.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { at } from '../../src/sandbox/json.ts';
import { print } from '../../src/server/app/print.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { version }: { readonly version: string } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const tarball = `apply-form-server-${version}.tgz`;
const image = `apply-form-server:${version}`;
const PORT = 3179;
/** Milliseconds. */
const BUILD = 300_000;
const ANSWER = 30_000;

const buildah = (args: readonly string[], timeout = BUILD) =>
  spawnSync('buildah', args, { encoding: 'utf8', timeout, killSignal: 'SIGKILL' });

const faults: string[] = [];
const expect = (what: string, isSo: boolean) => {
  print(`image: ${what}: ${isSo ? 'yes' : 'NO'}`);
  if (!isSo) faults.push(what);
};

function build(): string | null {
  const context = mkdtempSync(join(tmpdir(), 'apply-image-'));
  copyFileSync(`${root}dist/npm/${tarball}`, join(context, tarball));
  copyFileSync(`${root}public/docs/operating/Containerfile`, join(context, 'Containerfile'));
  const wish = ['--isolation', 'chroot', '--network', 'host', '--format', 'docker'];
  const own = ['--build-arg', `VERSION=${version}`, '--file', join(context, 'Containerfile'), '--tag', image];
  const built = buildah(['bud', ...wish, ...own, context]);
  rmSync(context, { recursive: true });
  expect('is built', built.status === 0);
  if (built.status !== 0) print(built.stderr.slice(-1_000));
  return built.status === 0 ? buildah(['from', '--pull-never', image]).stdout.trim() : null;
}

const words = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Runs it as the image says: its account, folder and environment. */
const runWords = (container: string, command: readonly string[], settings: readonly string[] = []) => [
  'run',
  '--isolation',
  'chroot',
  '--network',
  'host',
  ...settings.flatMap((setting) => ['--env', setting]),
  container,
  '--',
  ...command,
];

async function tryContainer(container: string): Promise<void> {
  const config = at(JSON.parse(buildah(['inspect', container]).stdout), 'Docker', 'config');
  const [, ...health] = words(at(config, 'Healthcheck', 'Test'));
  const port = `PORT=${PORT}`;
  const command = runWords(container, words(at(config, 'Cmd')), [
    port,
    'APPLY_MODE=sandbox',
    'APPLY_SANDBOX_PUBLIC=yes',
    `APPLY_SECRET=${'image-secret-'.repeat(4)}`,
  ]);
  const isHealthy = () => buildah(runWords(container, health, [port]), ANSWER).status === 0;
  expect('its health check says no before it runs (control)', !isHealthy());
  const server = spawn('buildah', command, { stdio: ['ignore', 'pipe', 'inherit'] });
  let ended: number | null = null;
  server.once('close', (code) => {
    ended = code ?? -1;
  });
  await new Promise<void>((resolve) => {
    server.stdout.on('data', (data) => String(data).includes('Apply Form') && resolve());
    server.once('close', () => resolve());
  });
  expect('its command starts the server', ended === null);
  expect('its health check says yes', isHealthy());
  const id = buildah(runWords(container, ['id', '-u']), ANSWER).stdout.trim();
  expect('it runs as no root', id === '1000');
  const store = buildah(runWords(container, ['test', '-s', '/data/apply.db']), ANSWER);
  expect('its store is in the volume', store.status === 0);
  expect('it has no npm', buildah(runWords(container, ['sh', '-c', 'command -v npm']), ANSWER).status !== 0);
  const pid = pidOf(port);
  if (pid !== null) process.kill(pid, 'SIGTERM');
  for (let tries = 0; ended === null && tries < 300; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect('SIGTERM ends it in order', ended === 0);
  server.kill('SIGKILL');
}

/** Node's own process in the container, by what it was given. */
function pidOf(setting: string): number | null {
  const found = spawnSync(
    'pgrep',
    ['--full', '^(/usr/local/bin/)?node node_modules/.bin/apply-form-server start'],
    { encoding: 'utf8' },
  );
  const pids = found.stdout.split('\n').filter((line) => line !== '');
  const own = pids.find((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(setting));
  return own === undefined ? null : Number(own);
}

if (buildah(['--version']).error !== undefined)
  print('image: buildah is not on this machine, so nothing was built');
else if (!existsSync(`${root}dist/npm/${tarball}`))
  expect(`dist/npm/${tarball} is there: npm run build makes it`, false);
else {
  const container = build();
  if (container !== null) {
    await tryContainer(container).finally(() => buildah(['rm', container]));
  }
}
process.exit(faults.length === 0 ? 0 : 1);
