/** What every row of the table is given. */
import type { Browser } from 'playwright';
import { type BenchFormName, benchForms } from './forms/bench-forms.ts';
import type { BenchForm } from './forms/question-resource.ts';
import type { Pages } from './serve-pages.ts';
import { Stand } from './stand.ts';

export interface Rig {
  readonly browser: Browser;
  readonly pages: Pages;
}

/** The widget and the hand-written form, with the same form open. */
export interface Pair {
  readonly form: BenchForm;
  readonly widget: Stand;
  readonly handWritten: Stand;
}

interface PairOptions {
  readonly slowdown?: number;
  /** Where the form is touched first: what has focus and loses it may be in error, which only the widget says. */
  readonly touch?: keyof Pick<BenchForm, 'yesNo' | 'text'>;
  /** Done at both before they are compared. */
  readonly prepare?: (stand: Stand, form: BenchForm) => Promise<void>;
}

/** Shown, touched and compared: a difference in markup or styles ends the bench. */
export async function withPair<Result>(
  rig: Rig,
  name: BenchFormName,
  act: (pair: Pair) => Promise<Result>,
  { slowdown = 4, touch = 'yesNo', prepare }: PairOptions = {},
): Promise<Result> {
  const form = benchForms[name]();
  const open = (kind: 'widget' | 'hand-written') =>
    Stand.open(rig.browser, rig.pages, { kind, form: name, slowdown });
  const pair = { form, widget: await open('widget'), handWritten: await open('hand-written') };
  const stands = [pair.widget, pair.handWritten];
  try {
    for (const stand of stands) await stand.show();
    await compare(pair, `${name}, as shown`);
    for (const stand of stands) await stand.touch(form[touch]);
    for (const stand of stands) await prepare?.(stand, form);
    await compare(pair, `${name}, prepared`);
    const result = await act(pair);
    await compare(pair, `${name}, after all`);
    return result;
  } finally {
    for (const stand of stands) await stand.close();
  }
}

/** The honesty of every ratio: the same elements, attributes, state and rules on both sides. */
async function compare({ widget, handWritten }: Pair, when: string): Promise<void> {
  for (const look of [
    (stand: Stand) => stand.page.evaluate(() => window.bench?.markup() ?? ''),
    (stand: Stand) => stand.page.evaluate(() => window.bench?.styles() ?? ''),
  ]) {
    const difference = firstDifference(await look(widget), await look(handWritten));
    if (difference === null) continue;
    throw new Error(`The hand-written form is not the widget's (${when}):\n${difference}`);
  }
}

/** The first line in which two texts differ, both ways; null: they are equal. */
function firstDifference(ours: string, theirs: string): string | null {
  if (ours === theirs) return null;
  const [one, other] = [ours.split('\n'), theirs.split('\n')];
  const place = one.findIndex((line, index) => line !== other[index]);
  const line = place < 0 ? one.length : place;
  return `line ${line + 1}\n  widget       ${one[line] ?? '(nothing)'}\n  hand-written ${other[line] ?? '(nothing)'}`;
}
