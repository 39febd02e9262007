import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { question } from '../../form/form.support.ts';
import { drawForm, hear } from '../ui.support.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const weeks = () => screen.getByRole('textbox', { name: 'Weeks' });
const sentence = 'Error: Weeks: Enter a number, such as 1,250.5';

/** Until what was said is taken away again. */
async function wait(): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(100);
    });
  }
}

async function type(...texts: readonly string[]): Promise<void> {
  act(() => weeks().focus());
  for (const value of texts) {
    fireEvent.input(weeks(), { target: { value } });
    await wait();
  }
}

async function drawWrong(): Promise<readonly string[]> {
  drawForm([question('1', 'number', { title: 'Weeks' })]);
  const heard = hear();
  await type('soon');
  act(() => weeks().blur());
  await wait();
  expect(heard).toEqual([sentence]);
  return heard;
}

test('an error that comes and goes while one types is not said', async () => {
  const heard = await drawWrong();
  await type('-', '-3', '-3,', '-3');
  act(() => weeks().blur());
  await wait();
  expect(heard).toEqual([sentence]);
});

test('an error that is there when the field is left is said once more, and once', async () => {
  const heard = await drawWrong();
  await type('3', '3 w', '3', '3 weeks');
  expect(heard).toEqual([sentence]);
  act(() => weeks().blur());
  await wait();
  expect(heard).toEqual([sentence, sentence]);
});
