import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { questionId } from '../core/model/ids.ts';
import { fill } from '../form/fill.ts';
import { question } from '../form/form.support.ts';
import { drawForm } from './ui.support.tsx';

const firstId = questionId('1');
const options = ['Early', 'Late', 'Night', 'Weekend'];

const upToTwo = () => [question('1', 'multiple_choice', { title: 'Shifts', options, maximum: 2 })];

const box = (name: string) => screen.getByRole('checkbox', { name });
const liveRegion = () => screen.getByRole('status');

describe('at the maximum number of choices', () => {
  test('no further option can be chosen, and the chosen ones stay', async () => {
    const { form, user } = drawForm(upToTwo());
    for (const name of ['Early', 'Night', 'Weekend']) await user.click(box(name));
    expect(box('Weekend')).not.toBeChecked();
    expect(form.fields.get(firstId)?.entry.value).toEqual({ kind: 'choice', options: ['Early', 'Night'] });
    expect(form.invalid.value).toEqual([]);
  });

  test('the other options are focusable and marked as unavailable', async () => {
    const { user } = drawForm(upToTwo());
    await user.click(box('Early'));
    expect(box('Late')).not.toHaveAttribute('aria-disabled');
    await user.click(box('Late'));
    expect(box('Night')).toHaveAttribute('aria-disabled', 'true');
    expect(box('Early')).not.toHaveAttribute('aria-disabled');
    await user.tab();
    expect(box('Night')).toHaveFocus();
    await user.keyboard(' ');
    expect(box('Night')).not.toBeChecked();
  });

  test('pressing another option announces which ones to untick first', {
    tags: 'deep',
  }, async () => {
    const { user } = drawForm(upToTwo());
    for (const name of ['Early', 'Night', 'Weekend']) await user.click(box(name));
    const sentence = 'To choose “Weekend”, first untick one of these: Early or Night';
    await waitFor(() => expect(liveRegion()).toHaveTextContent(sentence));
  });

  test('an answer above the maximum is not changed silently', async () => {
    const { form, user } = drawForm(upToTwo());
    const tooMany = { kind: 'choice', options: ['Early', 'Late', 'Night'] } as const;
    act(() => fill(form, [{ question: firstId, answer: tooMany }]));
    expect(form.fields.get(firstId)?.entry.value).toEqual(tooMany);
    expect(form.invalid.value).toEqual([firstId]);
    await user.click(box('Weekend'));
    expect(form.fields.get(firstId)?.entry.value).toEqual(tooMany);
    await user.click(box('Late'));
    expect(form.invalid.value).toEqual([]);
  });
});

describe('the number of chosen options', () => {
  const count = (container: Element) => container.querySelector('.af-count');

  test('shows from the first choice on, and is announced', async () => {
    const { container, user } = drawForm(upToTwo());
    expect(count(container)).not.toBeVisible();
    await user.click(box('Early'));
    expect(count(container)).toHaveTextContent('1 of 2 chosen');
    await waitFor(() => expect(liveRegion()).toHaveTextContent('1 of 2 chosen'));
    await user.click(box('Late'));
    expect(count(container)).toHaveTextContent('2 of 2 chosen. To choose another, untick one first.');
  });
});
