/** A process that stores and prints one submission after another until it is killed. */
// biome-ignore lint/style/noRestrictedImports: a separate process, which is killed while it waits
import { setTimeout } from 'node:timers/promises';
import { openStore } from './open-store.ts';
import { keyOf, newItem, newSubmission } from './samples.support.ts';

const opened = await openStore(process.argv[2] ?? '');
if (!opened.ok) throw new Error(opened.error);

/** Milliseconds between two submissions. */
const pause = Number(process.argv[3] ?? 0);

for (let count = 0; ; count += 1) {
  const name = `${count}`;
  const items = Array.from({ length: 12 }, (_, place) => newItem(`${place}`, { place }));
  await opened.value.ledger.insert(newSubmission({ key: keyOf(name), items }));
  process.stdout.write(`${name}\n`);
  if (pause > 0) await setTimeout(pause);
}
