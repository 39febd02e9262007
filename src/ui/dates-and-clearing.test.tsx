import '@testing-library/jest-dom/vitest';
import { effect } from '@preact/signals';
import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { questionId } from '../core/model/ids.ts';
import { question } from '../form/form.support.ts';
import { drawForm } from './ui.support.tsx';

const firstId = questionId('1');
const liveRegion = () => screen.getByRole('status');

test.each([
  ['for the first time', ''],
  ['over another one', '2024-05-01'],
])(
  'typing the year of a date %s, digit by digit, changes the follow-ups only when the year is complete',
  (_name, before) => {
    const { form } = drawForm([
      question('1', 'date', { title: 'Start' }),
      question('2', 'short_text', { parent: '1', when: ['less_than', '2020-01-01'] }),
      question('3', 'short_text', { parent: '1', when: ['greater_than', '2020-01-01'] }),
    ]);
    const input = screen.getByLabelText('Start');
    fireEvent.input(input, { target: { value: before } });
    const changes: unknown[] = [];
    const end = effect(() => {
      changes.push(form.change.value);
    });
    for (const value of ['0002-05-01', '0020-05-01', '0202-05-01', '2026-05-01'])
      fireEvent.input(input, { target: { value } });
    end();
    expect(changes.slice(1)).toHaveLength(before === '' ? 1 : 0);
    expect(form.fields.get(firstId)?.answer.value).toEqual({ kind: 'date', day: '2026-05-01' });
  },
);

describe('a range of dates', () => {
  const draw = (from: string, to: string) => {
    const drawn = drawForm([question('1', 'date_range', { title: 'Last position' })]);
    fireEvent.input(screen.getByLabelText('From'), { target: { value: from } });
    fireEvent.input(screen.getByLabelText('To'), { target: { value: to } });
    act(() => drawn.form.leave(firstId));
    return drawn;
  };
  const invalid = () =>
    ['From', 'To'].filter((end) => screen.getByLabelText(end).getAttribute('aria-invalid') === 'true');

  test.each([
    ['2024-01-01', '', 'Enter the date it ended', ['To']],
    ['', '2024-01-01', 'Enter the date it started', ['From']],
    ['2024-06-01', '2024-01-01', 'Enter an end date that is not before the start date', ['To']],
  ])('from "%s" to "%s" has one error, and marks only the field to change', (from, to, message, ends) => {
    const { container } = draw(from, to);
    expect(container.querySelectorAll('.af-error')).toHaveLength(1);
    expect(screen.getByText(message)).toBeVisible();
    expect(invalid()).toEqual(ends);
  });
});

describe('clearing an answer', () => {
  const options = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const clear = (title: string) => screen.findByRole('button', { name: `Clear answer: ${title}` });

  test.each([
    ['radios', question('1', 'multiple_choice', { title: 'Q', options: ['a', 'b'] }), 'radio'],
    ['a list', question('1', 'multiple_choice', { title: 'Q', options }), 'combobox'],
    ['a yes/no question', question('1', 'boolean', { title: 'Q' }), 'radio'],
  ] as const)('of %s moves focus to the question, and is announced once', async (_name, choice, role) => {
    const { form, user } = drawForm([choice]);
    act(() =>
      form.setAnswer(
        firstId,
        choice.type === 'boolean' ? { kind: 'boolean', value: true } : { kind: 'choice', options: ['b'] },
      ),
    );
    await user.click(await clear('Q'));
    expect(form.fields.get(firstId)?.entry.value).toBeNull();
    expect(screen.getAllByRole(role)[0]).toHaveFocus();
    expect(screen.queryByRole('button', { name: /Clear answer/ })).toBeNull();
    await waitFor(() => expect(liveRegion().textContent).toBe('Answer cleared'));
  });
});
