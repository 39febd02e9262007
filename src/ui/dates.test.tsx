import '@testing-library/jest-dom/vitest';
import { screen, within } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { questionId } from '../core/model/ids.ts';
import { question } from '../form/form.support.ts';
import { drawForm } from './ui.support.tsx';

const firstId = questionId('1');
const start = question('1', 'date', { title: 'Start date', required: true });
const range = question('1', 'date_range', { title: 'Last job' });
const mouse = { finePointer: true, locale: 'en-GB' };

const part = (name: string, group = 'Start date') =>
  within(screen.getByRole('group', { name: group })).getByLabelText(name);
const send = () => screen.getByRole('button', { name: 'Send application' });

describe('a typed date', () => {
  test('is a group of three fields, in the order of the language', () => {
    drawForm([start], { ...mouse, locale: 'en-US' });
    const group = screen.getByRole('group', { name: 'Start date' });
    const names = within(group)
      .getAllByRole('textbox')
      .map((field) => field.dataset['datePart']);
    expect(names).toEqual(['month', 'day', 'year']);
  });

  test('is an answer once it is complete, and stays as typed', async () => {
    const { form, user } = drawForm([start], mouse);
    await user.type(part('Day'), '01');
    await user.type(part('Month'), '9');
    expect(form.fields.get(firstId)?.answer.value).toBeNull();
    await user.type(part('Year'), '2027');
    expect(form.fields.get(firstId)?.entry.value).toEqual({ kind: 'date', day: '2027-09-01' });
    expect(part('Day')).toHaveValue('01');
    expect(part('Month')).toHaveValue('9');
  });

  test('shows which part is missing, and marks only that part', async () => {
    const { form, user } = drawForm([start], mouse);
    await user.type(part('Day'), '1');
    await user.type(part('Year'), '2027');
    await user.click(send());
    expect(form.validate()).toEqual(['1']);
    expect(part('Month')).toBeInvalid();
    expect(part('Month')).toHaveAccessibleDescription('Error: Add the month');
    expect(part('Day')).toBeValid();
    expect(part('Year')).toBeValid();
  });
});

describe('a typed date range', () => {
  test('is two groups of fields, and shows which end is missing', async () => {
    const { form, user } = drawForm([range], mouse);
    await user.click(part('Day', 'From'));
    await user.paste('2024-01-01');
    await user.click(send());
    expect(form.fields.get(firstId)?.error.value).toEqual({ code: 'range_incomplete', missing: 'to' });
    expect(part('Day', 'To')).toBeInvalid();
    expect(part('Day', 'From')).toBeValid();
    await user.click(part('Day', 'To'));
    await user.paste('2026-10-31');
    expect(form.fields.get(firstId)?.entry.value).toEqual({
      kind: 'date_range',
      from: '2024-01-01',
      to: '2026-10-31',
    });
  });
});

test('a date of birth has typed fields on a touch screen, and other dates have not', () => {
  drawForm([
    question('1', 'date', { title: 'Date of birth' }),
    question('2', 'date', { title: 'Start date' }),
  ]);
  expect(part('Year', 'Date of birth')).toBeVisible();
  expect(screen.getByLabelText('Start date')).toHaveAttribute('type', 'date');
});
