import '@testing-library/jest-dom/vitest';
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { fileId, questionId } from '../core/model/ids.ts';
import type { FileProgress, FileRow } from '../form/contract.ts';
import { addRow, question } from '../form/form.support.ts';
import { drawForm } from './ui.support.tsx';

const firstId = questionId('1');

const drawFiles = (type: 'document' | 'multi_document' = 'multi_document') =>
  drawForm([question('1', type, { title: 'Papers' }), question('2', 'short_text', { title: 'Name' })]);

const row = (name: string, progress: FileProgress, size = 1): FileRow => ({
  id: fileId(name),
  name,
  size,
  type: '',
  progress,
});

const pdf = (name = 'cv.pdf') => new File(['x'], name);
const input = () => screen.getByLabelText('Papers');
const block = () => input().closest('.af-block') ?? document.body;
const liveRegion = () => screen.getByRole('status');

/** The data of a drop or of the clipboard. */
const carrying = (files: readonly File[], types: readonly string[] = ['Files']) => ({ files, types });

/** `fireEvent.drop` would fire "Drop", because this DOM has no `ondrop`. */
const drop = (place: Element, details: object) => fireEvent(place, createEvent.drop(place, details));

const text = carrying([], ['text/plain']);

describe('a drop', () => {
  test('on the title of the question attaches all the dropped files', () => {
    const { actions } = drawFiles();
    const files = [pdf('a.pdf'), pdf('b.pdf')];
    drop(screen.getByText('Papers'), { dataTransfer: carrying(files) });
    expect(actions.attach).toHaveBeenCalledWith(firstId, files);
  });

  test('outside the file questions opens no file in place of the page', () => {
    const { actions } = drawFiles();
    for (const make of [createEvent.dragOver, createEvent.drop]) {
      const event = make(screen.getByLabelText('Name'), { dataTransfer: carrying([pdf()]) });
      fireEvent(screen.getByLabelText('Name'), event);
      expect(event.defaultPrevented).toBe(true);
    }
    expect(actions.attach).not.toHaveBeenCalled();
  });

  test('of several files on a question for one attaches none, and shows a message', async () => {
    const { actions } = drawFiles('document');
    drop(block(), { dataTransfer: carrying([pdf('a.pdf'), pdf('b.pdf')]) });
    expect(await screen.findByText(/^Only one file/, { selector: '.af-notice *' })).toBeVisible();
    expect(actions.attach).not.toHaveBeenCalled();
  });
});

describe('pasting', () => {
  test('a file attaches it when the question has focus', () => {
    const { actions } = drawFiles();
    const event = createEvent.paste(input(), { clipboardData: carrying([pdf('image.png')]) });
    fireEvent(input(), event);
    expect(event.defaultPrevented).toBe(true);
    expect(actions.attach.mock.calls[0]?.[1]).toMatchObject([{ name: 'image.png' }]);
  });

  test('text changes nothing, in this question and in others', () => {
    const { actions } = drawFiles();
    for (const field of [input(), screen.getByLabelText('Name')]) {
      const event = createEvent.paste(field, { clipboardData: text });
      fireEvent(field, event);
      expect(event.defaultPrevented).toBe(false);
    }
    expect(actions.attach).not.toHaveBeenCalled();
    expect(block().querySelector('.af-notice')).toBeNull();
  });
});

describe('adding the same file again', () => {
  test.each<[string, FileProgress]>([
    ['is uploaded', { kind: 'staged' }],
    ['is uploading', { kind: 'uploading', done: 0.5 }],
  ])('while it %s shows a message and sends nothing twice', async (_name, progress) => {
    const { form, actions, user } = drawFiles();
    act(() => addRow(form, firstId, row('cv.pdf', progress)));
    await user.upload(input(), [pdf('cv.pdf'), pdf('letter.pdf')]);
    expect(await screen.findByText('“cv.pdf” is already added.', { selector: '.af-notice *' })).toBeVisible();
    expect(actions.attach.mock.calls[0]?.[1]).toMatchObject([{ name: 'letter.pdf' }]);
    expect(input()).toHaveValue('');
  });

  test.each<[string, FileRow]>([
    ['failed', row('cv.pdf', { kind: 'failed', code: 'offline' })],
    ['was refused', row('cv.pdf', { kind: 'rejected', code: 'file_unreadable' })],
    ['has another size', row('cv.pdf', { kind: 'staged' }, 2)],
  ])('attaches it when the first %s (control)', async (_name, first) => {
    const { form, actions, user } = drawFiles();
    act(() => addRow(form, firstId, first));
    await user.upload(input(), pdf('cv.pdf'));
    expect(actions.attach).toHaveBeenCalledOnce();
  });
});

describe('removing a file', () => {
  const announced = () => liveRegion().textContent;

  test('is announced, and keeps focus in the question', async () => {
    const { form, user } = drawFiles();
    act(() => addRow(form, firstId, row('cv.pdf', { kind: 'staged' })));
    await user.click(screen.getByRole('button', { name: 'Remove: cv.pdf' }));
    await waitFor(() => expect(announced()).toContain('cv.pdf: Removed'));
    expect(input()).toHaveFocus();
  });
});

describe('the accessible name of a file field', () => {
  test('is its title, and its description has the hint and the limit', () => {
    drawForm([question('1', 'document', { title: 'CV', required: true })], {
      limits: { bytes: 10 * 1_048_576, types: [] },
    });
    expect(screen.getByLabelText('CV')).toHaveAccessibleDescription(
      'Choose a file or drop it here up to 10 MB required',
    );
  });
});
