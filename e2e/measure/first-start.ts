/**
 * `node --import tsx e2e/measure/first-start.ts`: `npm start` in an empty copy of this checkout, twice, and the package
 * of the server installed in an empty folder from its tarball (`npm run build` makes it) and started by `npx`. Prints one
 * line for each: seconds until it answers, packages and megabytes installed. Exit 1: a start failed, or the second one
 * built again.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageFile from '../../package.json' with { type: 'json' };
import { print, printError } from '../../src/server/app/print.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Milliseconds. */
const PATIENCE = 300_000;

interface Started {
  readonly seconds: number;
  /** What it said meanwhile. */
  readonly said: string;
}

/** Until the address is printed; then it is stopped. */
async function start(folder: string, command: string, parameters: readonly string[]): Promise<Started> {
  const began = performance.now();
  // A group of its own, as npm does not pass each signal on.
  const child = spawn(command, [...parameters], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '3987' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  const ready = new Promise<boolean>((settle) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Apply Form  http')) settle(true);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => settle(false));
    setTimeout(() => settle(false), PATIENCE).unref();
  });
  const isReady = await ready;
  const seconds = (performance.now() - began) / 1000;
  if (!isReady) throw new Error(`${command} ${parameters.join(' ')} did not start:\n${said}`);
  const ended = once(child, 'exit');
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  await ended;
  return { seconds, said };
}

/** What the next clone would have. */
function copyCheckout(folder: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root });
  for (const file of stdout.toString().split('\0').filter(Boolean)) {
    if (!existsSync(root + file)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), readFileSync(root + file));
  }
}

function installed(folder: string): string {
  const { packages } = JSON.parse(readFileSync(`${folder}/node_modules/.package-lock.json`, 'utf8'));
  const files = readdirSync(`${folder}/node_modules`, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, file) => {
    const entry = statSync(`${folder}/node_modules/${file}`);
    return sum + (entry.isFile() ? entry.size : 0);
  }, 0);
  return `${Object.keys(packages).length} packages, ${(bytes / 1e6).toFixed(1)} MB`;
}

const tell = (name: string, { seconds }: Started, rest: string) =>
  print(`${name}: ${seconds.toFixed(1)} s${rest === '' ? '' : `, ${rest}`}`);

const folder = mkdtempSync(join(tmpdir(), 'apply-first-start-'));
try {
  copyCheckout(`${folder}/checkout`);
  const cold = await start(`${folder}/checkout`, 'npm', ['start']);
  tell('npm start, cold', cold, installed(`${folder}/checkout`));
  const warm = await start(`${folder}/checkout`, 'npm', ['start']);
  tell('npm start, warm', warm, '');
  if (warm.said.includes('Building')) throw new Error('The second start built again.');
  mkdirSync(`${folder}/package`);
  writeFileSync(`${folder}/package/package.json`, '{ "private": true }');
  const tarball = `${root}dist/npm/apply-form-server-${packageFile.version}.tgz`;
  const began = performance.now();
  spawnSync('npm', ['install', '--no-audit', '--no-fund', tarball], {
    cwd: `${folder}/package`,
    stdio: 'ignore',
  });
  const seconds = (performance.now() - began) / 1000;
  tell('npm install of apply-form-server', { seconds, said: '' }, installed(`${folder}/package`));
  const npx = await start(`${folder}/package`, 'npx', ['apply-form-server', 'start', '--sandbox']);
  tell('npx apply-form-server start --sandbox', npx, '');
} catch (error) {
  printError(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
