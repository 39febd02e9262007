/** Five times as many submissions as can be taken: receipts a second beside the peak, and what the others are told. */
import { findPeak, overload } from '../load/overload.ts';
import { referencesIn } from '../load/stores.ts';
import type { Measured, RowGroup } from '../row.ts';
import { type Place, percent, places, withReceivers } from './receipts-load.ts';

const TIMES = 5;
/** Of the peak, and milliseconds. */
const [KEPT, REFUSED_WITHIN] = [0.8, 20];

export const receiptsOverloadRow: RowGroup = {
  name: 'receipts-overload',
  async measure() {
    const measured: Measured[] = [];
    for (const place of places) measured.push(...(await measurePlace(place)));
    return measured;
  },
};

const measurePlace = (place: Place): Promise<readonly Measured[]> =>
  withReceivers(place, async (open) => {
    const bare = await open('bare');
    const barePeak = await findPeak(bare);
    await bare.close();
    const ours = await open('ours');
    const peak = await findPeak(ours);
    const result = await overload(ours, TIMES * peak);
    await ours.close();
    const stored = await referencesIn(ours.store);
    const lost = result.references.filter((reference) => !stored.has(reference)).length;
    const row = `receipts: ${place.name}, ${TIMES} × the peak`;
    const plain = { handWritten: null, unit: '' } as const;
    return [
      {
        row: `receipts: ${place.name}, peak a second`,
        widget: peak,
        handWritten: barePeak,
        unit: '',
        budget: null,
        note: 'the highest rate at which 99 % have a receipt within a second',
      },
      {
        row: `${row}, the peak beside the receipts a second`,
        widget: peak,
        handWritten: result.goodput,
        unit: '',
        budget: 1 / KEPT,
        note: `goodput ${percent(result.goodput / peak)}`,
      },
      {
        row: `${row}, refusals, p99`,
        ...plain,
        widget: result.refusals === 0 ? 0 : result.refusedWithin,
        unit: 'ms',
        budget: REFUSED_WITHIN,
        note: `${result.refusals} refusals, ${result.unsaid} without Retry-After`,
      },
      {
        row: `${row}, failed`,
        ...plain,
        widget: result.failed + lost,
        budget: 0,
        note: `${result.failed} requests without an answer, ${lost} receipts not in the store`,
      },
      { row: `${row}, never a receipt`, ...plain, widget: result.never, budget: null },
    ];
  });
