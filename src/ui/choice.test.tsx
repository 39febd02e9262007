import { cleanup, render } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { drawOptions } from './choice.tsx';

afterEach(cleanup);

type Options = Parameters<typeof drawOptions>[0];

/** Draws the same rows again with other options, like after a change of language or form. */
function drawTwice(first: Partial<Options>, next: Partial<Options>) {
  const common = { looks: 'af-rows', id: 'a', isChecked: () => false, onChoose: () => {} } as const;
  const Rows = (props: Partial<Options>) =>
    drawOptions({ ...common, type: 'radio', described: 'b', options: [], ...props });
  const { container, rerender } = render(<Rows {...first} />);
  rerender(<Rows {...next} />);
  return container;
}

const yes = '<label class="af-row" part="option"><input type="radio" name="a" id="a" aria-describedby="b">';

test.each<[behaviour: string, before: Partial<Options>, now: Partial<Options>, inside: string]>([
  [
    'shows its text in another language',
    { options: [{ shown: 'Yes' }] },
    { options: [{ shown: 'Ja' }] },
    `${yes}Ja</label>`,
  ],
  [
    'can be chosen again when the maximum is no longer reached',
    { options: [{ shown: 'Yes' }], isFull: () => true },
    { options: [{ shown: 'Yes' }], isFull: () => false },
    `${yes}Yes</label>`,
  ],
])('a row %s', (_, before, now, inside) => {
  expect(drawTwice(before, now).firstElementChild?.innerHTML).toBe(inside);
});
