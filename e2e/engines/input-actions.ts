/** Mouse and keyboard as both protocols of WebDriver write them. */
interface Target {
  readonly x: number;
  readonly y: number;
  readonly origin: 'viewport' | object;
}

export const END_KEY = '\uE010';

/** @param target a point of the window, or from the middle of an element */
export const clickAt = (target: Target): readonly object[] => [
  { type: 'pointerMove', ...target },
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
];

export const keysOf = (text: string): readonly object[] =>
  [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
