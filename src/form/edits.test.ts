import { batch } from '@preact/signals';
import { beforeEach, describe, expect, test } from 'vitest';
import { fileId, questionId } from '../core/model/ids.ts';
import type { FileRow, WritableForm } from './contract.ts';
import { createForm } from './create-form.ts';
import { followEdits } from './edits.ts';
import { emptyForm, fill, restrict } from './fill.ts';
import { addRow, question, treeOf, updateRow } from './form.support.ts';

const address = questionId('address');
const words = questionId('words');
const cv = questionId('cv');
const text = (value: string) => ({ kind: 'text' as const, text: value });
const row: FileRow = {
  id: fileId('file'),
  name: 'cv.pdf',
  size: 10,
  type: 'application/pdf',
  progress: { kind: 'uploading', done: 0 },
};

let form: WritableForm;
let edits: string[];
let end: () => void;

beforeEach(() => {
  form = createForm(
    treeOf(question('address', 'url'), question('words', 'short_text'), question('cv', 'document')),
  );
  edits = [];
  end = followEdits(form.edited, (edit) => edits.push(`${edit.kind} ${edit.question}`));
});

describe('edits of a form', () => {
  test('an answer is reported once, and not when it is entered again', () => {
    form.setAnswer(words, text('yes'));
    form.setAnswer(words, text('yes '));
    expect(edits).toEqual(['answer words']);
  });

  test('leaving a field is reported after the web address that it completes', () => {
    form.setAnswer(address, { kind: 'url', text: 'example.com' });
    edits = [];
    form.leave(address);
    form.leave(address);
    expect(edits).toEqual(['answer address', 'left address', 'left address']);
  });

  test('a file is reported when it arrives or fails, and not during the upload', () => {
    addRow(form, cv, row);
    updateRow(form, cv, row.id, { kind: 'uploading', done: 0.5 });
    updateRow(form, cv, row.id, { kind: 'failed', code: 'offline' });
    expect(edits).toEqual(['answer cv', 'files cv', 'answer cv']);
  });

  test('no edit of a batch is lost', () => {
    batch(() => {
      form.setAnswer(words, text('one'));
      form.setAnswer(words, text('two'));
      form.leave(words);
      form.setAnswer(address, null);
      addRow(form, cv, row);
    });
    expect(edits).toEqual(['answer words', 'answer words', 'left words', 'answer cv']);
  });

  test('two subscribers get the same edits, even when the first one edits during its call', () => {
    const second: string[] = [];
    followEdits(form.edited, (edit) => second.push(edit.question));
    const first: string[] = [];
    followEdits(form.edited, (edit) => {
      first.push(edit.question);
      form.setAnswer(words, text('by code'));
    });
    form.setAnswer(address, { kind: 'url', text: 'example.com' });
    expect(first).toEqual(['address', 'words']);
    expect(second).toEqual(first);
    expect(edits).toEqual(['answer address', 'answer words']);
  });

  test('filling in or clearing by code is not an edit', () => {
    fill(form, [{ question: words, answer: text('kept') }]);
    emptyForm(form);
    expect(edits).toEqual([]);
  });

  test('a locked answer reports no edit', () => {
    restrict(form, [words]);
    form.setAnswer(address, { kind: 'url', text: 'example.com' });
    form.leave(address);
    expect(edits).toEqual([]);
  });

  test('a subscriber that has ended gets no more edits', () => {
    end();
    form.setAnswer(words, text('yes'));
    expect(edits).toEqual([]);
  });
});
