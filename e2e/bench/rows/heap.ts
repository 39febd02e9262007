import { median } from '../median.ts';
import type { Rig } from '../rig.ts';
import type { RowGroup } from '../row.ts';
import type { PageKind } from '../serve-pages.ts';
import { Stand } from '../stand.ts';

/** What showing the form adds to a page that has its script and its document already. */
async function heapOf(rig: Rig, kind: PageKind): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const stand = await Stand.open(rig.browser, rig.pages, { kind, form: 'mixed-1000', slowdown: 1 });
    const before = await stand.counters();
    await stand.show();
    const after = await stand.counters();
    samples.push(after.kibibytes - before.kibibytes);
    await stand.close();
  }
  return median(samples);
}

export const heapRow: RowGroup = {
  name: 'heap',
  measure: async (rig) => [
    {
      row: 'heap, 1,000 questions',
      widget: await heapOf(rig, 'widget'),
      handWritten: await heapOf(rig, 'hand-written'),
      unit: 'KiB',
      budget: 6,
    },
  ],
};
