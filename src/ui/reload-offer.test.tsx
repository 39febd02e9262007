import '@testing-library/jest-dom/vitest';
import { render, screen } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { en } from '../locale/en.ts';
import { createMessages } from '../locale/messages.ts';
import { ReloadOffer } from './application-form.tsx';

test.each([
  [true, /your answers are kept on this device/],
  [false, /what you entered will be lost/],
])(
  'the reload offer shows whether the answers are stored (%s), and takes focus on a press',
  async (isKept, words) => {
    const loadAgain = vi.fn();
    const messages = createMessages('en', en);
    const { rerender } = render(<ReloadOffer gone={{ presses: 0, isKept, loadAgain }} messages={messages} />);
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    const button = screen.getByRole('button', { name: 'Load the page again' });
    expect(button).not.toHaveFocus();
    rerender(<ReloadOffer gone={{ presses: 1, isKept, loadAgain }} messages={messages} />);
    expect(button).toHaveFocus();
    await userEvent.click(button);
    expect(loadAgain).toHaveBeenCalledOnce();
  },
);
