/**
 * What a receipt costs over HTTP while the service is down: submissions of eleven texts at a pace of their own, to the
 * built server and to a bare one that writes the same rows, on a file, on Postgres, and in three processes on one
 * Postgres.
 */
import { printError } from '../../../src/server/app/print.ts';
import { createProcesses, type Processes } from '../../kills/processes.ts';
import { type OfferedReceipts, offerReceipts } from '../load/offer-receipts.ts';
import { type ReceiverKind, type Receivers, startReceivers } from '../load/receivers.ts';
import { openStores, type StoreKind } from '../load/stores.ts';
import type { Measured, RowGroup } from '../row.ts';

interface Place {
  readonly name: string;
  readonly kind: StoreKind;
  /** Of processes. */
  readonly count: number;
}

const places: readonly Place[] = [
  { name: 'file', kind: 'file', count: 1 },
  { name: 'Postgres', kind: 'postgres', count: 1 },
  { name: 'Postgres, 3 processes', kind: 'postgres', count: 3 },
];

/** A second. */
const RATES = [20, 50, 100, 200, 400] as const;
const SECONDS = 8;
/** A second: up to it none may be refused or fail, and the latency has a budget. */
const PROMISED = 200;
/** Of the control's; milliseconds that are enough, however quick the control is. */
const [RATIO, ENOUGH] = [2, 100];

export const receiptsLoadRow: RowGroup = {
  name: 'receipts-load',
  async measure() {
    const measured: Measured[] = [];
    for (const place of places) measured.push(...(await measurePlace(place)));
    return measured;
  },
};

async function withReceivers<Result>(
  { kind, count }: Place,
  act: (open: (who: ReceiverKind) => Promise<Receivers & { readonly store: string }>) => Promise<Result>,
): Promise<Result> {
  const processes: Processes = createProcesses();
  try {
    const stores = await openStores(processes, kind);
    return await act(async (who) => {
      const store = await stores.add();
      return { ...(await startReceivers(processes, { kind: who, store, count })), store };
    });
  } finally {
    await processes.end();
  }
}

const measurePlace = (place: Place): Promise<readonly Measured[]> =>
  withReceivers(place, async (open) => {
    const [ours, bare] = [await open('ours'), await open('bare')];
    const measured: Measured[] = [];
    for (const rate of RATES) {
      const wish = { rate, seconds: SECONDS };
      const row = `receipts: ${place.name}, ${rate} a second`;
      printError(`  ${row} …`);
      measured.push(...rowsOf(row, rate, [await offerReceipts(ours, wish), await offerReceipts(bare, wish)]));
    }
    for (const one of [ours, bare]) await one.close();
    return measured;
  });

function rowsOf(
  row: string,
  rate: number,
  [ours, bare]: readonly [OfferedReceipts, OfferedReceipts],
): readonly Measured[] {
  const isPromised = rate <= PROMISED;
  const both = (name: 'processor' | 'half' | 'most') =>
    ({ widget: ours[name], handWritten: bare[name], unit: 'ms' }) as const;
  return [
    { row: `${row}, processor time`, ...both('processor'), budget: RATIO },
    { row: `${row}, median`, ...both('half'), budget: null },
    {
      row: `${row}, p99`,
      ...both('most'),
      budget: isPromised ? Math.max(RATIO, ENOUGH / bare.most) : null,
      note: `within a second ${percent(ours.inTime)}, control ${percent(bare.inTime)}`,
    },
    {
      row: `${row}, refused or failed`,
      widget: ours.refused + ours.failed,
      handWritten: null,
      unit: '',
      budget: isPromised ? 0 : null,
      note: `refused ${ours.refused}, failed ${ours.failed}; control ${bare.refused}, ${bare.failed}`,
    },
  ];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
