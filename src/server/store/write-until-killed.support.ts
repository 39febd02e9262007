/** A process that stores one submission after the other and says which, until it is killed, pausing between them where that is wished. */
// biome-ignore lint/style/noRestrictedImports: a process of its own, which is killed while it waits
import { setTimeout } from 'node:timers/promises';
import { applicationId, questionId, reference, revision, subject, tenant } from '../../core/model/ids.ts';
import { openStore } from './open-store.ts';

const opened = await openStore(process.argv[2] ?? '');
if (!opened.ok) throw new Error(opened.error);

/** Milliseconds between two. */
const pause = Number(process.argv[3] ?? 0);

for (let count = 0; ; count += 1) {
  const name = `${count}`;
  await opened.value.ledger.insert({
    key: { tenant: tenant('acme'), subject: subject(name) },
    reference: reference(name),
    fingerprint: name,
    revision: revision('revision'),
    application: applicationId(name),
    job: null,
    items: Array.from({ length: 12 }, (_, place) => ({
      question: questionId(`${place}`),
      part: 0,
      place,
      parent: null,
      fingerprint: name,
      payload: new Uint8Array(200),
      files: [],
    })),
  });
  process.stdout.write(`${name}\n`);
  if (pause > 0) await setTimeout(pause);
}
