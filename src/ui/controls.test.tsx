import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { fileId, questionId } from '../core/model/ids.ts';
import type { FileProgress, FileRow } from '../form/contract.ts';
import { addRow, question } from '../form/form.support.ts';
import { drawForm } from './ui.support.tsx';

const firstId = questionId('1');

describe('text', () => {
  test('a trailing space stays while the applicant types, and is not stored', async () => {
    const { form, user } = drawForm([question('1', 'short_text', { title: 'Name' })]);
    await user.type(screen.getByRole('textbox'), 'Mary Ann ');
    expect(screen.getByRole('textbox')).toHaveValue('Mary Ann ');
    expect(form.fields.get(firstId)?.entry.value).toEqual({ kind: 'text', text: 'Mary Ann' });
  });
});

describe('dates', () => {
  test('a partly filled-in date is not taken for unanswered', () => {
    const { form } = drawForm([question('1', 'date', { title: 'Start' })]);
    const input = screen.getByLabelText('Start');
    Object.defineProperty(input, 'validity', { value: { badInput: true } });
    fireEvent.input(input);
    expect(form.invalid.value).toEqual([firstId]);
  });
});

describe('choices', () => {
  const options = ['Full time', 'Part time', 'Freelance'];

  test('a single choice of a few options uses radios', async () => {
    const { form, user } = drawForm([question('1', 'multiple_choice', { options })]);
    await user.click(screen.getByRole('radio', { name: 'Part time' }));
    await user.click(screen.getByRole('radio', { name: 'Freelance' }));
    expect(form.fields.get(firstId)?.answer.value).toEqual({ kind: 'choice', options: ['Freelance'] });
  });

  test('a single choice of more than seven options uses a list', async () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const { form, user } = drawForm([question('1', 'multiple_choice', { title: 'Office', options: many })]);
    const list = screen.getByRole('combobox', { name: 'Office' });
    await user.selectOptions(list, 'h');
    expect(form.fields.get(firstId)?.answer.value).toEqual({ kind: 'choice', options: ['h'] });
    await user.selectOptions(list, 'Select an option');
    expect(form.fields.get(firstId)?.entry.value).toBeNull();
  });

  test.each([
    ['eight options, one longer than a line,', [...'abcdefg', 'A long answer '.repeat(4)], 'radio'],
    [
      'eight options, one of ideographs that fill a line,',
      [...'abcdefg', '東京都千代田区霞が関一丁目三番八号二十二階二十三'],
      'radio',
    ],
    ['eight options that fit in a line', [...'abcdefg', 'An answer of a line'], 'combobox'],
  ])('a single choice of %s uses a %s', (_, many, role) => {
    drawForm([question('1', 'multiple_choice', { options: many })]);
    expect(screen.queryAllByRole(role)).not.toEqual([]);
  });

  test('a multiple choice uses checkboxes, and stores the options in the order of the question', async () => {
    const { form, user } = drawForm([question('1', 'multiple_choice', { options, maximum: null })]);
    await user.click(screen.getByRole('checkbox', { name: 'Freelance' }));
    await user.click(screen.getByRole('checkbox', { name: 'Full time' }));
    expect(form.fields.get(firstId)?.answer.value).toEqual({
      kind: 'choice',
      options: ['Full time', 'Freelance'],
    });
  });

  test.each([
    [0, null, 'Select all that apply'],
    [2, null, 'Select at least 2 options'],
    [0, 2, 'Select up to 2 options'],
    [2, 2, 'Select exactly 2 options'],
    [2, 3, 'Select at least 2 options'],
  ])('a choice with minimum %s and maximum %s has the hint: %s', (minimum, maximum, text) => {
    drawForm([question('1', 'multiple_choice', { options, minimum, maximum })]);
    const [first, second] = screen.getAllByRole('checkbox');
    expect(first).toHaveAccessibleDescription(`optional ${text}`);
    expect(second).not.toHaveAccessibleDescription();
  });

  test.each([
    ['a choice without options', question('1', 'multiple_choice', { options: [], required: true })],
    ['an unknown type', question('1', 'unknown', { required: true })],
  ])('%s shows a notice and never blocks sending', (_name, unanswerable) => {
    const { form } = drawForm([unanswerable]);
    expect(screen.getByText(/You can send your application without it/)).toBeVisible();
    expect(form.invalid.value).toEqual([]);
  });
});

describe('files', () => {
  const row = (name: string, progress: FileProgress): FileRow => ({
    id: fileId(name),
    name,
    size: 2048,
    type: 'application/pdf',
    progress,
  });

  test('chosen files are attached, and the field accepts the same ones again', async () => {
    const { actions, user } = drawForm([question('1', 'multi_document', { title: 'Certificates' })]);
    const files = [new File(['a'], 'a.pdf'), new File(['b'], 'b.pdf')];
    const input = screen.getByLabelText('Certificates');
    await user.upload(input, files);
    expect(actions.attach).toHaveBeenCalledWith(firstId, files);
    expect(input).toHaveValue('');
  });

  test('a file shows its progress, and the applicant can cancel it', async () => {
    const { form, actions, user } = drawForm([question('1', 'document', { title: 'CV' })]);
    act(() => addRow(form, firstId, row('cv.pdf', { kind: 'uploading', done: 0.43 })));
    expect(screen.getByText('Uploading, 43%')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'cv.pdf' })).toHaveAttribute('value', '0.43');
    await user.click(screen.getByRole('button', { name: 'Cancel: cv.pdf' }));
    expect(actions.detach).toHaveBeenCalledWith(firstId, 'cv.pdf');
    expect(screen.getByLabelText('CV')).toHaveFocus();
  });
});
