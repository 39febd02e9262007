import type { BenchForm } from '../forms/question-resource.ts';
import type { Pair } from '../rig.ts';
import type { Measured } from '../row.ts';

interface Look {
  readonly evaluations: number;
  readonly visible: readonly string[];
}

/** Our own work, counted: an answer may evaluate the children of questions whose answer or visibility changed. */
export async function countEvaluations({ widget, form }: Pair, row: string): Promise<Measured> {
  const look = (): Promise<Look> =>
    widget.page.evaluate(() => ({
      evaluations: window.bench?.evaluations() ?? Number.NaN,
      visible: window.bench?.visible() ?? [],
    }));
  const yes = await look();
  await widget.press('ArrowDown');
  const no = await look();
  await widget.press('ArrowUp');
  const again = await look();
  return {
    row: `${row}: evaluations, No and Yes`,
    widget: again.evaluations - yes.evaluations,
    handWritten: null,
    unit: '',
    budget: childrenOfChanged(form, yes, no) + childrenOfChanged(form, no, again),
  };
}

function childrenOfChanged({ document, yesNo }: BenchForm, before: Look, after: Look): number {
  const [were, are] = [new Set(before.visible), new Set(after.visible)];
  const went = before.visible.filter((id) => !are.has(id));
  const came = after.visible.filter((id) => !were.has(id));
  const changed = new Set([yesNo, ...went, ...came]);
  const parents = document.included.map(({ attributes }) => attributes.conditional?.parent_question_id ?? '');
  return parents.filter((parent) => changed.has(parent)).length;
}
