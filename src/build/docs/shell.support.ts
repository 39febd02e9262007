/** Runs the shell blocks of the documents as they stand there, in a home of their own and against a given server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programArguments } from '../../../e2e/support/programs/program-arguments.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  /** So far. */
  printed(): string;
  stop(): Promise<void>;
}

export interface Shell {
  /** Its `HOME`. */
  readonly home: string;
  /** A program that stands in for one of a foreign machine. */
  standIn(name: string, script: string): void;
  /** The command of one of our programs, by the path of its source from the root. */
  program(source: string): string;
  /** Ends at the first command that fails, as `curl` does at a status from 400 on. */
  run(script: string, environment?: Readonly<Record<string, string>>): Promise<Ran>;
  /** Goes on running; `until`: what it prints when it is ready. */
  start(script: string, until: RegExp, environment?: Readonly<Record<string, string>>): Promise<Started>;
  /** The fault that bash finds without running it. */
  parse(script: string): Promise<string>;
  remove(): void;
}

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
);

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

const commandOf = (source: string) =>
  [process.execPath, ...programArguments(`${root}${source}`)].map(quoted).join(' ');

const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const program = /node --import tsx (\S+)$/.exec(script)?.[1];
  return program === undefined ? [] : [[name, program] as const];
});

const casesOf = (named: typeof programs) =>
  named.map(([name, program]) => `${name}) exec ${commandOf(program)} "$@" ;;`).join('\n');

/** The command of the package, from its sources. */
function npx(): string {
  const commands = programs.filter(([, program]) => program.startsWith('src/cli/'));
  return `[ "$1" = apply-form-server ] && shift || exit 64
name=$1; shift
case $name in
${casesOf([...commands, ['start', 'src/server/app/main.ts']])}
esac
exit 64`;
}

/** `npm run NAME -- …` without looking first whether all is installed: half a second for each command. */
function npm(): string {
  return `[ "$1" = run ] && shift || exit 64
[ "$1" = --silent ] && shift
name=$1; shift
[ $# -gt 0 ] && { [ "$1" = -- ] && shift || exit 64; }
case $name in
${casesOf(programs)}
esac
exit 64`;
}

/** Begins it as the leader of a group, which is then ended as one. No start-up file of this machine is read. */
function begin(home: string, options: readonly string[], script: string, environment: object) {
  const { PATH = '', BUILT_PROGRAMS = '' } = process.env;
  const own = { PATH: `${join(home, 'programs')}:${PATH}`, HOME: home, CURL_HOME: home, BUILT_PROGRAMS };
  const child = spawn('bash', ['--norc', '--noprofile', ...options, '-c', script], {
    cwd: root,
    env: { ...own, ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    out.stdout += String(data);
  });
  child.stderr.on('data', (data) => {
    out.stderr += String(data);
  });
  return { child, out, closed: once(child, 'close') };
}

const strict = ['-e', '-u', '-o', 'pipefail'];

async function startUntil({ child, out, closed }: ReturnType<typeof begin>, until: RegExp): Promise<Started> {
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => until.test(out.stdout) && resolve());
    child.once('close', () => reject(new Error(`It ended:\n${out.stdout}${out.stderr}`)));
  });
  return {
    printed: () => out.stdout,
    async stop() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await closed;
    },
  };
}

export function createShell(): Shell {
  const home = mkdtempSync(join(tmpdir(), 'apply-shell-'));
  mkdirSync(join(home, 'programs'));
  writeFileSync(join(home, '.curlrc'), 'fail\n');
  const standIn = (name: string, script: string) => {
    writeFileSync(join(home, 'programs', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(home, 'programs', name), 0o755);
  };
  standIn('npm', npm());
  standIn('npx', npx());
  return {
    home,
    standIn,
    program: commandOf,
    async run(script, environment = {}) {
      const { out, closed } = begin(home, strict, script, environment);
      const [code] = await closed;
      return { code, ...out };
    },
    start: (script, until, environment = {}) => startUntil(begin(home, strict, script, environment), until),
    async parse(script) {
      const { out, closed } = begin(home, ['-n'], script, {});
      await closed;
      return out.stderr;
    },
    remove: () => rmSync(home, { recursive: true }),
  };
}
