/** The engines that are on this machine: several ages of Chromium, and those that only Debian's packages bring. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { startChromium } from './chromium.ts';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { miniBrowser, startWebKit } from './webkit.ts';

export interface FoundEngine {
  /** Without a version, unless there are several: `Firefox`. */
  readonly name: string;
  /** It lets no iframe of another site store anything: the form there says so. */
  readonly storesNothingInFrames?: true;
  start(): Promise<Engine>;
}

/** As Debian calls them. */
const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'chromium'];

const firefox = '/usr/bin/firefox-esr';
const driver = '/usr/bin/WebKitWebDriver';
const screen = '/usr/bin/Xvfb';
const wholeChromium = '/usr/bin/chromium';

/** Named by the set-up of the specs: the newest, then from the oldest on. */
function chromiums(): readonly FoundEngine[] {
  const executable = process.env['TEST_BROWSER'];
  const folders = (process.env['TEST_OLD_BROWSERS'] ?? '').split(':').filter(Boolean);
  const old = folders.map((folder) => ({
    name: basename(folder),
    start: () => startChromium({ executable: `${folder}/chromium`, libraries: `${folder}/lib` }),
  }));
  if (executable === undefined) return old;
  return [{ name: 'Chromium', start: () => startChromium({ executable }) }, ...old];
}

function others(): readonly FoundEngine[] {
  const binary = miniBrowser();
  const isWebKitHere = binary !== null && existsSync(driver) && existsSync(screen);
  return [
    ...(existsSync(firefox) ? [{ name: 'Firefox', start: () => startFirefox(firefox) }] : []),
    ...(isWebKitHere ? [{ name: 'WebKitGTK', start: () => startWebKit(driver, binary) }] : []),
  ];
}

/** Of Chromium its newest and its oldest. */
export const findEngines = (): readonly FoundEngine[] => [...chromiums().slice(0, 2), ...others()];

export const findAllEngines = (): readonly FoundEngine[] => [
  ...chromiums(),
  ...findWholeChromium(),
  ...others(),
];

/** A Chromium with all that people's have. */
const findWholeChromium = (): readonly FoundEngine[] =>
  existsSync(wholeChromium) && process.env['TEST_BROWSER'] !== wholeChromium
    ? [
        {
          name: 'whole Chromium',
          storesNothingInFrames: true,
          start: () => startChromium({ executable: wholeChromium }),
        },
      ]
    : [];

/** Those that every run would like to have, and are not here. */
export const missingEngines = (): readonly string[] => {
  const here = others().map(({ name }) => name);
  return ['Firefox', 'WebKitGTK'].filter((name) => !here.includes(name));
};

/** Where the system's packages can be installed. */
export function bringEngines(): void {
  const isWhole = missingEngines().length === 0 && existsSync(wholeChromium);
  if (isWhole || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const quiet = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
}
