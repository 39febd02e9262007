/**
 * `node --import tsx e2e/heard/heard.ts`: what Orca says in Firefox while the form of the job `engineer` is filled in,
 * compared with `engineer.txt`, which a person has read. `--write` keeps what is said now; `--control` takes the labels
 * away, and must hear the first field without its own.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { print, printError } from '../../src/server/app/print.ts';
import { startServer } from '../support/apply-form-server.ts';
import { beginEngineer, fillInEngineer, type Heard, transcript } from './engineer.ts';
import { bring, openWithScreenReader } from './screen-reader.ts';
import { startWithoutLabels } from './without-labels.ts';

const kept = fileURLToPath(new URL('engineer.txt', import.meta.url));
/** Keys of the control: as far as the first labels. */
const FEW = 3;
/** Of the first fields, and what is left of one without. */
const labels = ['First name', 'Last name'];
const FIELD = 'entry required';
const [wish] = process.argv.slice(2);

async function hear(): Promise<readonly Heard[]> {
  const server = await startServer();
  const broken = wish === '--control' ? await startWithoutLabels(server.origin) : null;
  const folder = await mkdtemp(join(tmpdir(), 'apply-cv-'));
  const file = join(folder, 'cv.pdf');
  await writeFile(file, '%PDF-1.4\n%%EOF\n');
  try {
    const reader = await openWithScreenReader(
      `${broken?.origin ?? server.origin}/form#job=4711&tenant=default`,
    );
    try {
      return broken === null ? await fillInEngineer(reader, file) : await beginEngineer(reader, FEW);
    } finally {
      await reader.stop();
    }
  } finally {
    await broken?.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (!bring()) {
  printError('Not tried: Orca, Firefox and Xvfb are not here, and cannot be installed.');
  process.exit(0);
}
const now = transcript(await hear());
if (wish === '--write') {
  writeFileSync(kept, now);
  process.exit(0);
}
const before = readFileSync(kept, 'utf8');
if (wish === '--control') {
  const isFieldHeard = new RegExp(`^${FIELD}`, 'm').test(now);
  const isLabelHeard = labels.some((label) => now.includes(label));
  print(
    `Labels were taken away: a field was ${isFieldHeard ? '' : 'not '}heard, its label ${isLabelHeard ? 'too' : 'not'}.`,
  );
  process.exit(
    isFieldHeard && !isLabelHeard && labels.every((label) => before.includes(`${label} ${FIELD}`)) ? 0 : 1,
  );
}
let difference = firstDifference(before, now);
if (difference !== null) {
  // On a busy machine a key may come before the page is ready for it: what is wrong is heard twice.
  print(`${difference}\nOnce more:`);
  difference = firstDifference(before, transcript(await hear()));
}
if (difference !== null) print(difference);
process.exit(difference === null ? 0 : 1);

/**
 * The first step in which something else was heard than is kept; null: in none. Within a step order does not count: the
 * focus and the live region tell of themselves when they will.
 */
function firstDifference(before: string, after: string): string | null {
  const [kept, heard] = [before, after].map((text) =>
    text.split('\n\n').map((step) => step.trim().split('\n')),
  );
  const place = (heard ?? []).findIndex((step, index) => sorted(step) !== sorted(kept?.[index]));
  if (place < 0) return kept?.length === heard?.length ? null : 'Fewer steps than are kept.';
  return `kept:  ${kept?.[place]?.join(' | ')}\nheard: ${heard?.[place]?.join(' | ')}`;
}

function sorted(lines: readonly string[] | undefined): string {
  return [...(lines ?? [])].sort().join('\n');
}
