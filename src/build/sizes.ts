import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import packageFile from '../../package.json' with { type: 'json' };
import { print } from '../server/app/print.ts';

/** What a visitor loads, in bytes after gzip level 9 (`src/README.md#budgets`). */
const budgets = [
  {
    path: /^apply-form\.js$/,
    name: 'first load (apply-form.js: form, styles, English)',
    bytes: 30_000,
  },
  {
    path: /^assets\/later-[\w-]+\.js$/,
    name: 'after the first touch (later file: sending, files, errors)',
    bytes: 22_500,
  },
  {
    path: /^assets\/outcome-screens-[\w-]+\.js$/,
    name: 'receipt and failures, loaded while the form is filled in (outcome-screens file)',
    bytes: 8_000,
  },
  {
    path: /^assets\/further-details-[\w-]+\.js$/,
    name: 'a form that asks for more than names and email (further-details file)',
    bytes: 9_400,
  },
  {
    path: /^assets\/typed-dates-[\w-]+\.js$/,
    name: 'a form that asks for a date or a file (typed-dates file)',
    bytes: 5_500,
  },
  {
    path: /^assets\/steps-[\w-]+\.js$/,
    name: 'a form that is filled in one section at a time (steps file)',
    bytes: 5_600,
  },
  {
    path: /^assets\/challenge-[\w-]+\.js$/,
    name: 'a form that is asked for a challenge (challenge file)',
    bytes: 2_500,
  },
  { path: /^frame\.js$/, name: "host's frame helper (frame.js)", bytes: 1_000 },
] as const;

type Budget = (typeof budgets)[number];

const gzipped = (file: string) => gzipSync(readFileSync(file), { level: 9 }).byteLength;

/** A missing file counts as over every budget. */
function bytesOf(site: string, path: RegExp): number {
  const files = existsSync(site) ? readdirSync(site, { recursive: true, encoding: 'utf8' }) : [];
  const file = files.find((one) => path.test(one.replaceAll('\\', '/')));
  return file === undefined ? Number.POSITIVE_INFINITY : gzipped(`${site}${file}`);
}

function withinBudget(site: string, { path, name, bytes: most }: Budget): boolean {
  const bytes = bytesOf(site, path);
  print(`${name}: ${bytes} of ${most} bytes gzip`);
  return bytes <= most;
}

/** Bytes of each package as it is unpacked. What it depends on comes beside it. */
const packages = [
  { name: 'apply-form', bytes: 700_000, dependencies: 0 },
  { name: 'apply-form-server', bytes: 13_000_000, dependencies: 2 },
] as const;

type PackageBudget = (typeof packages)[number];

function isPackageWithin(root: string, { name, bytes: most, dependencies }: PackageBudget): boolean {
  const folder = `${root}dist/npm/${name}`;
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const bytes = files.reduce((sum, file) => sum + sizeOf(`${folder}/${file}`), 0);
  const manifest = files.includes('package.json') ? readFileSync(`${folder}/package.json`, 'utf8') : '{}';
  const needed = Object.keys(JSON.parse(manifest).dependencies ?? {}).length;
  print(`package ${name}: ${bytes} of ${most} bytes, ${needed} of ${dependencies} dependencies`);
  return bytes > 0 && bytes <= most && needed <= dependencies;
}

const sizeOf = (file: string): number => {
  const entry = statSync(file);
  return entry.isFile() ? entry.size : 0;
};

/** The README states both loads; an outdated number is a failure. */
function readmeIsTrue(root: string, site: string): boolean {
  const [first, later] = budgets.map(({ path }) => (bytesOf(site, path) / 1000).toFixed(1));
  const text = readFileSync(`${root}README.md`, 'utf8');
  const stated = [...text.matchAll(/\*\*([\d.]+) kB\*\* gzip/g)].map(([, kilobytes]) => kilobytes);
  const isTrue = stated[0] === first && stated[1] === later;
  if (!isTrue)
    print(`README.md states ${stated.join(' and ') || 'no sizes'} kB, the build has ${first} and ${later}`);
  return isTrue;
}

const count = (results: readonly boolean[]): { passed: number; failed: number } => {
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
};

export function checkSizes(root: string): { passed: number; failed: number } {
  // The folder may also hold files that an earlier build left for open pages.
  const site = `${root}dist/site/${packageFile.version}/`;
  return count([...budgets.map((budget) => withinBudget(site, budget)), readmeIsTrue(root, site)]);
}

export const checkPackages = (root: string) => count(packages.map((budget) => isPackageWithin(root, budget)));
