/** From the document to the frame in which the form stands; the hand-written form without containment. */
import type { BenchFormName } from '../forms/bench-forms.ts';
import { median } from '../median.ts';
import type { Rig } from '../rig.ts';
import type { RowGroup } from '../row.ts';
import type { PageKind } from '../serve-pages.ts';
import { Stand } from '../stand.ts';

interface ShowingRow {
  readonly name: string;
  readonly form: BenchFormName;
  readonly row: string;
  readonly budget: number | null;
  readonly rounds: number;
}

const rows: readonly ShowingRow[] = [
  { name: 'showing-1000', form: 'mixed-1000', row: 'showing 1,000 questions (wall)', budget: 1, rounds: 9 },
  {
    name: 'showing-5000',
    form: 'mixed-5000',
    row: 'showing 5,000 questions (wall)',
    budget: null,
    rounds: 3,
  },
];

async function showOnce(rig: Rig, kind: PageKind, form: BenchFormName): Promise<number> {
  const stand = await Stand.open(rig.browser, rig.pages, { kind, form });
  const time = await stand.show(kind === 'widget');
  await stand.close();
  return time;
}

export const showingRows: readonly RowGroup[] = rows.map(({ name, form, row, budget, rounds }) => ({
  name,
  async measure(rig) {
    const widget: number[] = [];
    const handWritten: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      widget.push(await showOnce(rig, 'widget', form));
      handWritten.push(await showOnce(rig, 'hand-written', form));
    }
    return [{ row, widget: median(widget), handWritten: median(handWritten), unit: 'ms', budget }];
  },
}));
