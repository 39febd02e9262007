import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  clockDoors,
  clockFile,
  fetchEntries,
  firstFile,
  floorPlan,
  freeFolders,
  nodeFolders,
  nodePackages,
  sharedModule,
} from './floor-plan.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

interface Import {
  readonly file: string;
  readonly target: string;
}

/** Tests and their helpers (`.support.ts`) may import anything. */
const isSource = (file: string) => /\.(ts|tsx|mjs)$/.test(file) && !/\.(test(-d)?|support)\.tsx?$/.test(file);

function sourceFiles(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(isSource);
}

function importsOf(text: string): string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g;
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '');
}

const packageName = (target: string) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');

/** Returns the planned folder of a file: the longest match, because `core` and `server` have subfolders. */
function folderOf(file: string): string {
  const path = file.split(sep).join('/');
  if (!path.includes('/')) return '';
  const planned = [...Object.keys(floorPlan), ...freeFolders].filter((folder) =>
    path.startsWith(`${folder}/`),
  );
  return planned.sort((a, b) => b.length - a.length)[0] ?? path.slice(0, path.indexOf('/'));
}

/** Returns why an import breaks the floor plan, or null. */
function offence({ file, target }: Import): string | null {
  const folder = folderOf(file);
  const plan = floorPlan[folder];
  if (folder === '' || file === firstFile || freeFolders.includes(folder)) return null;
  if (plan === undefined) return `${file}: there is no folder ${folder} in the plan`;
  if (target === sharedModule && folder.startsWith('server/')) return null;
  if (target.startsWith('node:')) return nodeOffence(file, folder);
  if (!target.startsWith('.')) {
    return plan.packages.includes(packageName(target)) ? null : `${file}: ${folder} may not import ${target}`;
  }
  const other = folderOf(relative(root, join(root, dirname(file), target)));
  return other === folder || plan.folders.includes(other)
    ? null
    : `${file}: ${folder} may not import ${other}`;
}

/** Only these folders may require Node; the sandbox and the proxy must run wherever fetch exists. */
const nodeOffence = (file: string, folder: string) =>
  nodeFolders.includes(folder) ? null : `${file}: ${folder} may not import from Node`;

const offences = (imports: readonly Import[]) => imports.map(offence).filter((message) => message !== null);

const found = sourceFiles().flatMap((file) =>
  importsOf(readFileSync(join(root, file), 'utf8')).map((target) => ({ file, target })),
);

describe('the floor plan', () => {
  test('every import points to a folder or package that the floor plan allows', () => {
    expect(found.length).toBeGreaterThan(20);
    expect(offences(found)).toEqual([]);
  });

  test.each(fetchEntries)('all files that %s loads run wherever fetch runs', (entry) => {
    expect(nodeNeedsOf([entry])).toEqual([]);
  });

  test('the test finds an entry that loads a store on a disk (control)', () => {
    expect(nodeNeedsOf(['server/store/open-store.ts'])).toContain('server/store/sqlite.ts imports libsql');
  });

  test.each([
    ['a pure folder that reaches up', { file: 'core/tree/a.ts', target: '../../form/b.ts' }],
    ['a package that the folder may not use', { file: 'ui/form/a.tsx', target: 'zod' }],
    ['Node in a folder that runs everywhere', { file: 'server/http/a.ts', target: 'node:fs' }],
    ['client code in the sandbox', { file: 'sandbox/a.ts', target: '../core/model/ids.ts' }],
    ['an unplanned folder', { file: 'utils/a.ts', target: './b.ts' }],
  ])('%s is an offence', (_name, bad) => {
    expect(offences([bad])).toHaveLength(1);
  });

  test('the test finds imports of all forms', () => {
    const text = `import a from 'one';\nimport type {\n  B,\n} from './two.ts';\nimport './three.css';\nexport { c } from "four";\nconst d = import('five');`;
    expect(importsOf(text)).toEqual(['one', './two.ts', './three.css', 'four', 'five']);
  });
});

const ownTime =
  /(?:(?<![\w.])|globalThis\.)set(?:Timeout|Interval|Immediate)\b|\b(?:Date|performance)\.now\b|\bnew Date\(\)|\bAbortSignal\.timeout\b|\bnode:timers\b/;
const machineTime = /\b(?:systemClock|createSystemClock)\b/;

/** Returns how a file of the server reads the time itself, or null. */
function timeOffence(file: string, text: string): string | null {
  const path = file.split(sep).join('/');
  if (!path.startsWith('server/') || path === clockFile) return null;
  const time = ownTime.exec(text) ?? (clockDoors.includes(path) ? null : machineTime.exec(text));
  return time === null ? null : `${path}: ${time[0]}`;
}

describe('the clock', () => {
  test('every file of the server takes the time from its clock', () => {
    const messages = sourceFiles().map((file) => timeOffence(file, readFileSync(join(root, file), 'utf8')));
    expect(messages.filter((message) => message !== null)).toEqual([]);
  });

  test.each(clockDoors)('%s needs its exception, because it reads the time itself', (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    expect(ownTime.test(text) || machineTime.test(text)).toBe(true);
  });

  test.each([
    ['Date.now', 'const now = Date.now;'],
    ['globalThis.setTimeout', 'globalThis.setTimeout(act, 5);'],
    ['new Date()', 'new Date().toISOString()'],
    ['AbortSignal.timeout', 'signal: AbortSignal.timeout(limit),'],
    ['node:timers', "import * as timers from 'node:timers/promises';"],
    ['systemClock', "import { systemClock } from '../clock.ts';"],
  ])('%s is an offence', (name, text) => {
    expect(timeOffence('server/http/a.ts', text)).toBe(`server/http/a.ts: ${name}`);
  });

  test.each(['new Date(now)', 'socket.setTimeout(GRACE)', 'await clock.sleep(5)'])('%s passes', (text) => {
    expect(timeOffence('server/http/a.ts', text)).toBeNull();
  });
});

/** Type-only imports are not loaded at run time. */
const loadedBy = (text: string): string[] =>
  importsOf(
    text
      .replace(/(^|\n)\s*(import|export) type [^;]*;/g, '$1')
      .replace(/(^|\n)\s*(import|export) \{(\s*type \w+( as \w+)?,?)+\s*\} from [^;]*;/g, '$1'),
  );

/** Returns every file that these entries load, directly or indirectly, and that needs Node or a Node-only package. */
function nodeNeedsOf(entries: readonly string[]): readonly string[] {
  const seen = new Set(entries);
  const needs: string[] = [];
  for (const file of seen)
    for (const target of loadedBy(readFileSync(join(root, file), 'utf8'))) {
      if (target.startsWith('.')) seen.add(relative(root, join(root, dirname(file), target)));
      else if (target === sharedModule) continue;
      else if (target.startsWith('node:') || nodePackages.includes(packageName(target)))
        needs.push(`${file} imports ${target}`);
    }
  return needs;
}

const ceiling = 400;
const mayBeLonger = /(^|[\\/])(locale|sandbox[\\/]forms|cases)[\\/]/;

describe('the ceilings', () => {
  test(`no file of code is longer than ${ceiling} lines`, () => {
    const long = sourceFiles()
      .filter((file) => !mayBeLonger.test(file))
      .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1 > ceiling);
    expect(long).toEqual([]);
  });
});
