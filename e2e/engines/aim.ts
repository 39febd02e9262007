import { finiteNumber, member } from '../../src/core/jsonapi/json.ts';
import { elementOf, type Place, type Tab, untilAtRest } from './engine.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Documents {
  readonly place: Place;
  readonly inForm: Tab['evaluate'];
  /** In the page around an iframe. */
  readonly inPage: Tab['evaluate'];
}

/** Brings an element of the form into sight, and tells where in the window its middle is. */
export async function aim({ place, inForm, inPage }: Documents, selector: string): Promise<Point> {
  await untilAtRest(inForm, selector);
  if (place === 'page') return sum(await inForm(middleOf(elementOf(selector))));
  // What is in sight inside an iframe may be out of sight in the page around it.
  const { y } = sum(await inForm(middleOf(elementOf(selector))));
  await inPage(`scrollTo(0, ${y})`);
  await untilAtRest(inForm, selector);
  return sum(
    await inForm(middleOf(elementOf(selector))),
    await inPage(cornerOf(`document.querySelector('iframe')`)),
  );
}

const cornerOf = (element: string): string =>
  `(({ left, top }) => ({ x: left, y: top }))(${element}.getBoundingClientRect())`;

const middleOf = (element: string): string =>
  `(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))(${element}.getBoundingClientRect())`;

/** On both axes, of points that a page has told. */
const sum = (...points: readonly unknown[]): Point => {
  const along = (axis: string) =>
    Math.round(points.reduce((whole: number, point) => whole + (finiteNumber(member(point, axis)) ?? 0), 0));
  return { x: along('x'), y: along('y') };
};
