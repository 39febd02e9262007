/** The engines on this machine: several versions of Chromium, and those that only Debian packages. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import type { Engine } from './tab.ts';
import { miniBrowser, screen, startWebKit, webDriver } from './webkit.ts';

interface FoundEngine {
  readonly name: string;
  /** Whether the engine blocks storage in iframes of other sites, which the form reports. */
  readonly storesNothingInFrames?: true;
  start(): Promise<Engine>;
}

const firefox = '/usr/bin/firefox-esr';
const wholeChromium = '/usr/bin/chromium';

/** Returns the versions that the set-up of the specs names: the newest one first, then the old ones, oldest first. */
function chromiums(): readonly FoundEngine[] {
  const packaged = process.env['TEST_BROWSER'];
  const folders = (process.env['TEST_OLD_BROWSERS'] ?? '').split(':').filter(Boolean);
  const old = folders.map((folder) => ({
    name: basename(folder),
    start: () => startChromium(`${folder}/chromium`, `${folder}/lib`),
  }));
  const newest = packaged === undefined ? [] : [{ name: 'Chromium', start: () => startChromium(packaged) }];
  if (!existsSync(wholeChromium) || packaged === wholeChromium) return [...newest, ...old];
  const start = () => startChromium(wholeChromium);
  return [...newest, ...old, { name: 'whole Chromium', storesNothingInFrames: true, start }];
}

function others(): readonly FoundEngine[] {
  const binary = miniBrowser();
  const hasWebKit = binary !== null && existsSync(webDriver) && existsSync(screen);
  return [
    ...(existsSync(firefox) ? [{ name: 'Firefox', start: () => startFirefox(firefox) }] : []),
    ...(hasWebKit ? [{ name: 'WebKitGTK', start: () => startWebKit(binary) }] : []),
  ];
}

export const findEngines = (): readonly FoundEngine[] => [...chromiums(), ...others()];

/** Returns the names of the engines that a run should have and that are missing. */
export const missingEngines = (): readonly string[] =>
  ['Firefox', 'WebKitGTK'].filter((name) => !others().some((engine) => engine.name === name));

/** Installs the engines if this system's packages can be installed. */
export function installEngines(): void {
  const isComplete = missingEngines().length === 0 && existsSync(wholeChromium);
  if (isComplete || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'chromium'];
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}
