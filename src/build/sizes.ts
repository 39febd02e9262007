import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import packageFile from '../../package.json' with { type: 'json' };
import { print } from '../server/process/print.ts';

const firstLoad = [/^apply-form\.js$/];

/** Excludes the data of the world's phone numbers. */
const untilSent = [...firstLoad, /^assets\/filling-[\w-]+\.js$/];

/** The budgets of what a visitor loads, in bytes after gzip level 9. */
const budgets = [
  { name: 'first load of a form with details and dates', files: firstLoad, bytes: 50_000 },
  { name: 'everything until an application is sent', files: untilSent, bytes: 92_000 },
  { name: "host's frame helper (frame.js)", files: [/^frame\.js$/], bytes: 1_500 },
] as const;

const gzipped = (file: string) => gzipSync(readFileSync(file), { level: 9 }).byteLength;

/** A missing file counts as over every budget. */
function bytesOf(site: string, wanted: readonly RegExp[]): number {
  const files = existsSync(site) ? readdirSync(site, { recursive: true, encoding: 'utf8' }) : [];
  const sizes = wanted.map((path) => {
    const file = files.find((name) => path.test(name.replaceAll('\\', '/')));
    return file === undefined ? Number.POSITIVE_INFINITY : gzipped(`${site}${file}`);
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the bytes after gzip of what a visitor loads, with the budgets. */
export function measureSizes(root: string) {
  // The folder may also hold files that an earlier build left for open pages.
  const site = `${root}dist/site/${packageFile.version}/`;
  return budgets.map(({ name, files, bytes: budget }) => ({ name, bytes: bytesOf(site, files), budget }));
}

/** The budgets of each unpacked package: its bytes without dependencies, and the number of dependencies. */
const packages = [
  { name: 'apply-form', bytes: 600_000, dependencies: 0 },
  { name: 'apply-form-server', bytes: 9_000_000, dependencies: 2 },
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

/** Whether the README states both sizes correctly. */
function readmeIsTrue(root: string, sizes: ReturnType<typeof measureSizes>): boolean {
  const [first, whole] = sizes.map(({ bytes }) => (bytes / 1000).toFixed(1));
  const text = readFileSync(`${root}README.md`, 'utf8');
  const stated = [...text.matchAll(/\*\*([\d.]+) kB\*\* gzip/g)].map(([, kilobytes]) => kilobytes);
  const isTrue = stated[0] === first && stated[1] === whole;
  if (!isTrue)
    print(`README.md states ${stated.join(' and ') || 'no sizes'} kB, the build has ${first} and ${whole}`);
  return isTrue;
}

const count = (results: readonly boolean[]): { passed: number; failed: number } => {
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
};

export function checkSizes(root: string): { passed: number; failed: number } {
  const sizes = measureSizes(root);
  for (const { name, bytes, budget } of sizes) print(`${name}: ${bytes} of ${budget} bytes gzip`);
  return count([...sizes.map(({ bytes, budget }) => bytes <= budget), readmeIsTrue(root, sizes)]);
}

export const checkPackages = (root: string) => count(packages.map((budget) => isPackageWithin(root, budget)));
