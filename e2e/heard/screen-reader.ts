/**
 * Orca and Firefox as Debian has them, on a screen that is not there. What Orca says goes to its debug file, before any
 * voice: no sound is needed. Keys come through X, since Orca hears the keyboard, too.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const programs = ['orca', 'firefox-esr', 'Xvfb', 'xdotool', 'openbox', 'dbus-daemon'];
const packages = ['orca', 'firefox-esr', 'xvfb', 'xdotool', 'openbox', 'dbus', 'at-spi2-core'];
const launcher = '/usr/libexec/at-spi-bus-launcher';

/** Nothing more is said after so long. */
const QUIET = 900;
const LONGEST = 20_000;

const isHere = (): boolean =>
  existsSync(launcher) && programs.every((program) => existsSync(`/usr/bin/${program}`));

/** Whether all that is needed is here; installs it where the system's packages can be. */
export function bring(): boolean {
  if (isHere() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return isHere();
  const quiet = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
  return isHere();
}

const preferences: Readonly<Record<string, string | number | boolean>> = {
  'accessibility.force_disabled': -1,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.firstRunURL': '',
  'intl.accept_languages': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'signon.rememberSignons': false,
  'termsofuse.bypassNotification': true,
  'widget.use-xdg-desktop-portal.file-picker': 0,
  'widget.use-xdg-desktop-portal.location': 0,
  'widget.use-xdg-desktop-portal.mime-handler': 0,
  'widget.use-xdg-desktop-portal.native-messaging': 0,
  'widget.use-xdg-desktop-portal.open-uri': 0,
  'widget.use-xdg-desktop-portal.settings': 0,
};

/** Keys are not said again, a page that opens is not read as a whole, and what is said is written down at once. */
const orcaSettings = `
import orca.debug
import orca.settings
orca.debug.debugFile.reconfigure(line_buffering=True)
orca.settings.enableKeyEcho = False
orca.settings.sayAllOnLoad = False
`;

export interface ScreenReader {
  /** Presses keys by their names in X. */
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** What was said since it was last asked, once it has been quiet for a while. */
  said(): Promise<readonly string[]>;
  /** Waits until these words were said. */
  until(words: string): Promise<void>;
  stop(): Promise<void>;
}

export async function openWithScreenReader(address: string): Promise<ScreenReader> {
  const folder = await mkdtemp(join(tmpdir(), 'apply-heard-'));
  const started: ChildProcess[] = [];
  const env: Record<string, string> = {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    LANG: 'C.UTF-8',
    GNOME_ACCESSIBILITY: '1',
    GTK_MODULES: 'gail:atk-bridge',
  };
  const start = (program: string, args: readonly string[], stdio: 'ignore' | 'pipe' = 'ignore') => {
    // In a group of its own, which ends with all that it has started.
    const child = spawn(program, [...args], { env, stdio: ['ignore', stdio, 'ignore'], detached: true });
    started.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of started.reverse()) await end(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await writeSettings(folder);
    const screen = start(
      'Xvfb',
      ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
      'pipe',
    );
    env['DISPLAY'] = `:${await firstLine(screen)}`;
    const bus = start('dbus-daemon', ['--session', '--nofork', '--print-address=1'], 'pipe');
    env['DBUS_SESSION_BUS_ADDRESS'] = await firstLine(bus);
    start('openbox', []);
    start(launcher, ['--launch-immediately']);
    const log = join(folder, 'orca.log');
    start('orca', ['--user-prefs', join(folder, 'orca'), '--debug-file', log, '--disable', 'braille']);
    const speech = followSpeech(log);
    await speech.until('Screen reader on.');
    start('firefox-esr', ['--profile', join(folder, 'profile'), '--no-remote', address]);
    await speech.until('Finished loading');
    const send = (...args: readonly string[]) => void spawnSync('xdotool', args, { env });
    return {
      press: async (...keys) => send('key', '--delay', '60', ...keys),
      type: async (text) => send('type', '--delay', '40', text),
      said: speech.said,
      until: speech.until,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function writeSettings(folder: string): Promise<void> {
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await mkdir(join(folder, 'profile'));
  await mkdir(join(folder, 'orca'));
  await writeFile(join(folder, 'profile', 'user.js'), lines.join(''));
  await writeFile(join(folder, 'orca', 'orca-customizations.py'), orcaSettings);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

const speechLine = /SPEECH OUTPUT: '([^\n]*?)'(?: voice=\w+)?\s*(?:\{|None|$)/;

function followSpeech(log: string) {
  let read = 0;
  const utterances = (): readonly string[] =>
    (existsSync(log) ? readFileSync(log, 'utf8') : '')
      .split('\n')
      .flatMap((line) => speechLine.exec(line)?.[1]?.trim() ?? []);
  return {
    async until(words: string): Promise<void> {
      const end = performance.now() + 3 * LONGEST;
      while (!utterances().some((one) => one.includes(words))) {
        if (performance.now() > end) throw new Error(`Orca did not say "${words}".`);
        await pause(200);
      }
    },
    async said(): Promise<readonly string[]> {
      const end = performance.now() + LONGEST;
      let known = read;
      let changed = performance.now();
      while (performance.now() - changed < QUIET && performance.now() < end) {
        await pause(100);
        const { length } = utterances();
        if (length > known) changed = performance.now();
        known = length;
      }
      const all = utterances();
      const said = all.slice(read);
      read = all.length;
      return said;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (data) => {
      output += String(data);
      const end = output.indexOf('\n');
      if (end >= 0) resolve(output.slice(0, end).trim());
    });
    child.once('exit', () => reject(new Error(`${child.spawnfile} ended.`)));
  });
}
