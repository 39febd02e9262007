import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** What a visitor loads, in bytes after gzip level 9 (DESIGN, budgets). */
const budgets = [
  { file: 'apply-form.js', name: 'first load (apply-form.js: form, styles, English)', bytes: 30_000 },
  { file: 'frame.js', name: "host's frame helper (frame.js)", bytes: 1_000 },
] as const;

const gzipped = (file: string) => gzipSync(readFileSync(file), { level: 9 }).byteLength;

function withinBudget(root: string, budget: (typeof budgets)[number]): boolean {
  const file = `${root}dist/site/${budget.file}`;
  const bytes = existsSync(file) ? gzipped(file) : Number.POSITIVE_INFINITY;
  console.log(`${budget.name}: ${bytes} of ${budget.bytes} bytes gzip`);
  return bytes <= budget.bytes;
}

/** The README states the first load; a number that is no longer true is a failure. */
function readmeIsTrue(root: string): boolean {
  const bytes = gzipped(`${root}dist/site/apply-form.js`);
  const stated = /\*\*([\d.]+) kB\*\* gzip/.exec(readFileSync(`${root}README.md`, 'utf8'))?.[1];
  const actual = (bytes / 1000).toFixed(1);
  if (stated !== actual)
    console.log(`README.md states ${stated ?? 'no size'} kB, the build has ${actual} kB`);
  return stated === actual;
}

export function checkSizes(root: string): { passed: number; failed: number } {
  const results = [...budgets.map((budget) => withinBudget(root, budget)), readmeIsTrue(root)];
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}
