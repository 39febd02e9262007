/** A process that stores one submission after the other and says which, until it is killed, pausing between them where that is wished. */
// biome-ignore lint/style/noRestrictedImports: a process of its own, which is killed while it waits
import { setTimeout } from 'node:timers/promises';
import { openStore } from './open-store.ts';
import { keyOf, newItem, newSubmission } from './samples.support.ts';

const opened = await openStore(process.argv[2] ?? '');
if (!opened.ok) throw new Error(opened.error);

/** Milliseconds between two. */
const pause = Number(process.argv[3] ?? 0);

for (let count = 0; ; count += 1) {
  const name = `${count}`;
  const items = Array.from({ length: 12 }, (_, place) => newItem(`${place}`, { place }));
  await opened.value.ledger.insert(newSubmission({ key: keyOf(name), items }));
  process.stdout.write(`${name}\n`);
  if (pause > 0) await setTimeout(pause);
}
