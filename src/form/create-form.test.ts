import { effect } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { outgoingAnswers, validate, visibleQuestions } from '../core/answers/answers.ts';
import { fileId, questionId } from '../core/model/ids.ts';
import type { Answer } from '../core/model/question.ts';
import fc from '../properties.support.ts';
import type { FileProgress, FileRow } from './contract.ts';
import { createForm } from './create-form.ts';
import { adopt, emptyForm, entriesIn, refuse, restrict } from './fill.ts';
import { addRow, ids, question, removeRow, treeOf } from './form.support.ts';

const id = questionId;
const yes: Answer = { kind: 'boolean', value: true };
const no: Answer = { kind: 'boolean', value: false };
const text = (value: string): Answer => ({ kind: 'text', text: value });
const file = (name: string, progress: FileProgress = { kind: 'staged' }): FileRow => ({
  id: fileId(name),
  name,
  size: 10,
  type: 'application/pdf',
  progress,
});

const visaTree = () =>
  treeOf(
    question('1', 'boolean', { required: true }),
    question('2', 'boolean', { parent: '1', when: ['equals', 'true'], required: true }),
    question('3', 'short_text', { parent: '2', when: ['equals', 'true'], required: true }),
    question('4', 'short_text'),
  );

describe('visibility', () => {
  test('a follow-up shows and hides with the answer of its parent', () => {
    const form = createForm(visaTree());
    form.setAnswer(id('1'), yes);
    expect(form.visible.value).toEqual(ids('1', '2', '4'));
    form.setAnswer(id('1'), no);
    expect(form.visible.value).toEqual(ids('1', '4'));
  });

  test('a hidden answer counts as unanswered, is not sent, and comes back unchanged', () => {
    const form = createForm(visaTree());
    for (const each of ['1', '2']) form.setAnswer(id(each), yes);
    form.setAnswer(id('3'), text('Student'));
    form.setAnswer(id('1'), no);
    expect(form.fields.get(id('3'))?.answer.value).toBeNull();
    expect(form.outgoing.value.map((answer) => answer.question)).toEqual(ids('1'));
    form.setAnswer(id('1'), yes);
    expect(form.fields.get(id('3'))?.answer.value).toEqual(text('Student'));
  });

  test('shown and hidden questions are reported in display order, with their cause', () => {
    const form = createForm(visaTree());
    form.setAnswer(id('2'), yes);
    form.setAnswer(id('1'), yes);
    expect(form.change.value).toEqual({ shown: ids('2', '3'), hidden: [], cause: '1' });
    form.setAnswer(id('1'), null);
    expect(form.change.value).toEqual({ shown: [], hidden: ids('2', '3'), cause: '1' });
  });

  test.each([
    [0, 0, 0],
    [20, 1, 20],
    [41, 3, 20],
    [5_000, 40, 125],
  ])('%i questions make %i parts of at most %i', (count, parts, most) => {
    const form = createForm(
      treeOf(...Array.from({ length: count }, (_, index) => question(`${index}`, 'number'))),
    );
    const sizes = form.parts.map((part) => part.value.length);
    expect(sizes).toHaveLength(parts);
    expect(Math.max(0, ...sizes)).toBe(most);
  });
});

describe('work', () => {
  test('lists keep their identity while their contents stay the same', () => {
    const form = createForm(visaTree());
    let runs = 0;
    const end = effect(() => {
      form.visible.value;
      form.invalid.value;
      form.parts[0]?.value;
      runs += 1;
    });
    form.setAnswer(id('4'), text('a'));
    form.setAnswer(id('4'), text('ab'));
    expect(runs).toBe(1);
    end();
  });
});

describe('errors', () => {
  test('a field has no error before the applicant leaves it', () => {
    const form = createForm(visaTree());
    const field = form.fields.get(id('1'));
    expect(field?.error.value).toBeNull();
    form.leave(id('1'));
    expect(field?.error.value).toEqual({ code: 'required' });
    form.setAnswer(id('1'), yes);
    expect(field?.error.value).toBeNull();
  });

  test('an attempt to send shows all errors of visible questions, in display order', () => {
    const form = createForm(visaTree());
    form.setAnswer(id('1'), yes);
    expect(form.validate()).toEqual(ids('2'));
    expect(form.fields.get(id('2'))?.error.value).toEqual({ code: 'required' });
    expect(form.attempts.value).toBe(1);
  });

  test('a new required question has no error, but blocks sending', () => {
    const form = createForm(visaTree());
    form.validate();
    form.setAnswer(id('1'), yes);
    expect(form.fields.get(id('2'))?.error.value).toBeNull();
    expect(form.invalid.value).toEqual(ids('2'));
  });

  test('an unreadable entry blocks sending and counts as unanswered', () => {
    const form = createForm(treeOf(question('1', 'number')));
    form.setAnswer(id('1'), { kind: 'unreadable', typed: '12 years' });
    expect(form.invalid.value).toEqual(ids('1'));
    expect(form.fields.get(id('1'))?.answer.value).toBeNull();
    expect(form.outgoing.value).toEqual([]);
  });

  test('a refused answer has an error until it changes', () => {
    const form = createForm(visaTree());
    form.setAnswer(id('4'), text('no good'));
    refuse(form, ids('4'));
    expect(form.fields.get(id('4'))?.error.value).toEqual({ code: 'refused' });
    expect(form.invalid.value).toContain('4');
    form.setAnswer(id('4'), text('better'));
    expect(form.fields.get(id('4'))?.error.value).toBeNull();
  });
});

test('an empty refused answer has an error only when it is required', () => {
  const form = createForm(
    treeOf(question('1', 'short_text'), question('2', 'short_text', { required: true })),
  );
  refuse(form, ids('1', '2'));
  expect(form.validate()).toEqual(ids('2'));
  expect(form.fields.get(id('2'))?.error.value).toEqual({ code: 'required' });
  expect(form.attempts.value).toBe(2);
});

describe('entries', () => {
  test('a web address gets its scheme when the applicant leaves the field, not while typing', () => {
    const form = createForm(treeOf(question('1', 'url')));
    form.setAnswer(id('1'), { kind: 'url', text: 'example.com' });
    expect(form.fields.get(id('1'))?.entry.value).toEqual({ kind: 'url', text: 'example.com' });
    form.leave(id('1'));
    expect(form.fields.get(id('1'))?.entry.value).toEqual({ kind: 'url', text: 'https://example.com' });
  });

  test('progress is complete only when sending would find no error', () => {
    const form = createForm(
      treeOf(
        question('1', 'boolean', { required: true }),
        question('2', 'short_text', { required: true, parent: '1', when: ['equals', 'true'] }),
        question('3', 'number'),
      ),
    );
    expect(form.progress.value).toMatchObject({ missing: 1, wrong: 0, total: 1 });
    form.setAnswer(id('1'), yes);
    expect(form.progress.value).toMatchObject({ missing: 1, wrong: 0, total: 2 });
    form.setAnswer(id('2'), text('Student'));
    expect(form.progress.value).toMatchObject({ missing: 0, wrong: 0, total: 2 });
    form.setAnswer(id('3'), { kind: 'unreadable', typed: 'many' });
    expect(form.progress.value).toMatchObject({ missing: 0, wrong: 1, total: 3 });
    form.setAnswer(id('3'), null);
    expect(form.progress.value).toMatchObject({ missing: 0, wrong: 0, total: 2 });
  });

  test('reset removes every entry, error and file', () => {
    const form = createForm(treeOf(question('1', 'boolean'), question('2', 'document', { required: true })));
    form.setAnswer(id('1'), yes);
    addRow(form, id('2'), file('cv', { kind: 'rejected', code: 'file_type' }));
    form.validate();
    emptyForm(form);
    expect(form.outgoing.value).toEqual([]);
    expect(form.fields.get(id('2'))?.files.value).toEqual([]);
    expect(form.order.map(({ error }) => error.value)).toEqual([null, null]);
  });

  test('nothing changes after dispose', () => {
    const form = createForm(visaTree());
    form.dispose();
    form.setAnswer(id('1'), yes);
    expect(form.fields.get(id('1'))?.entry.value).toBeNull();
  });
});

describe('files', () => {
  const tree = () =>
    treeOf(
      question('1', 'document', { required: true }),
      question('2', 'multi_document'),
      question('3', 'short_text', { parent: '1', when: ['equals', 'true'] }),
    );

  test('a file counts as attached as soon as it is chosen', () => {
    const form = createForm(tree());
    addRow(form, id('1'), file('cv', { kind: 'uploading', done: 0 }));
    expect(form.visible.value).toContain('3');
    expect(form.invalid.value).toEqual([]);
  });

  test('a file that our checks refuse shows in the list, but is not attached', () => {
    const form = createForm(tree());
    addRow(form, id('1'), file('cv', { kind: 'rejected', code: 'file_empty' }));
    expect(form.fields.get(id('1'))?.files.value).toHaveLength(1);
    expect(form.fields.get(id('1'))?.answer.value).toBeNull();
    expect(form.visible.value).not.toContain('3');
  });

  test.each(['document', 'multi_document'] as const)(
    'a refused file of an optional %s blocks sending until it is removed',
    (type) => {
      const form = createForm(treeOf(question('1', type)));
      addRow(form, id('1'), file('cv', { kind: 'rejected', code: 'file_type' }));
      expect(form.validate()).toEqual(ids('1'));
      expect(form.fields.get(id('1'))?.error.value).toEqual({ code: 'file_rejected' });
      removeRow(form, id('1'), fileId('cv'));
      expect(form.validate()).toEqual([]);
    },
  );

  test('a failed upload blocks sending until it is removed', () => {
    const form = createForm(tree());
    addRow(form, id('1'), file('cv'));
    addRow(form, id('2'), file('extra', { kind: 'failed', code: 'offline' }));
    expect(form.invalid.value).toEqual(ids('2'));
    removeRow(form, id('2'), fileId('extra'));
    expect(form.invalid.value).toEqual([]);
  });
});

describe('corrections and changed forms', () => {
  test('a correction may change only the refused answer and its follow-ups', () => {
    const form = createForm(visaTree());
    form.setAnswer(id('1'), yes);
    restrict(form, ids('2'));
    form.setAnswer(id('1'), no);
    form.setAnswer(id('2'), yes);
    form.setAnswer(id('3'), text('Student'));
    expect(form.outgoing.value.map((answer) => answer.question)).toEqual(ids('1', '2', '3'));
    expect(form.fields.get(id('1'))?.editable.value).toBe(false);
    expect(form.fields.get(id('3'))?.editable.value).toBe(true);
    expect(form.correcting.value).toBe(true);
  });

  test('answers move to questions with the same id and type, without removed options', () => {
    const choice = (options: string[], type: 'short_text' | 'number') =>
      treeOf(
        question('1', 'boolean'),
        question('2', 'short_text', { parent: '1', when: ['equals', 'true'] }),
        question('3', 'multiple_choice', { options, maximum: null }),
        question('4', type),
      );
    const before = createForm(choice(['a', 'b'], 'short_text'));
    before.setAnswer(id('1'), yes);
    before.setAnswer(id('2'), text('kept'));
    before.setAnswer(id('3'), { kind: 'choice', options: ['a', 'b'] });
    before.setAnswer(id('4'), text('5'));
    const after = createForm(choice(['b', 'c'], 'number'));
    const lost = adopt(after, entriesIn(before));
    expect(lost.map((entry) => [entry.question.id, entry.answer])).toEqual([
      ['3', { kind: 'choice', options: ['a'] }],
      ['4', text('5')],
    ]);
    expect(after.visible.value).toContain('2');
    expect(after.fields.get(id('3'))?.entry.value).toEqual({ kind: 'choice', options: ['b'] });
    expect(after.outgoing.value.map((answer) => answer.question)).toEqual(ids('1', '2', '3'));
  });
});

describe('for any tree and any history of answers', () => {
  const rules = {
    boolean: [
      ['equals', 'true'],
      ['not_equals', 'true'],
    ],
    number: [
      ['greater_than', '3'],
      ['equals', '2'],
    ],
    short_text: [
      ['contains', 'a'],
      ['not_equals', 'ab'],
    ],
    document: [
      ['equals', 'true'],
      ['not_equals', 'true'],
    ],
  } as const;
  const types = ['boolean', 'number', 'short_text', 'document'] as const;
  const answers: readonly (Answer | null)[] = [
    yes,
    no,
    { kind: 'number', text: '2' },
    { kind: 'number', text: '5' },
    { kind: 'unreadable', typed: 'five' },
    text('ab'),
    text('b'),
    { kind: 'files', files: [{ id: fileId('cv'), name: 'cv', size: 1, type: 'text/plain' }] },
    null,
  ];
  const trees = fc
    .array(
      fc.record({
        above: fc.nat(120),
        type: fc.constantFrom(...types),
        rule: fc.constantFrom(0, 1),
        required: fc.boolean(),
      }),
      { minLength: 1, maxLength: 100 },
    )
    .map((drawn) =>
      treeOf(
        ...drawn.map(({ above, type, rule, required }, index) => {
          const parent = drawn[above];
          if (parent === undefined || above >= index) return question(`${index}`, type, { required });
          return question(`${index}`, type, {
            parent: `${above}`,
            when: rules[parent.type][rule === 0 ? 0 : 1],
            required,
          });
        }),
      ),
    );
  const histories = fc.array(fc.tuple(fc.nat(99), fc.constantFrom(...answers)), { maxLength: 40 });

  test('the form shows, checks and sends what the pure rules give', () => {
    fc.assert(
      fc.property(trees, histories, (tree, steps) => {
        const form = createForm(tree);
        for (const [index, answer] of steps) {
          form.setAnswer(id(`${index}`), answer);
          const entered = new Map(form.order.map((field) => [field.question.id, field.entry.peek()]));
          expect(form.visible.value).toEqual(visibleQuestions(tree, entered));
          expect(form.outgoing.value).toEqual(outgoingAnswers(tree, entered));
        }
        const visible = new Set(form.visible.value);
        const sent = new Set(form.outgoing.value.map((answer) => answer.question));
        const wrong = form.order.filter(
          (field) => visible.has(field.question.id) && validate(field.question, field.entry.value) !== null,
        );
        for (const field of form.order) {
          expect(field.visible.value).toBe(visible.has(field.question.id));
          expect(sent.has(field.question.id)).toBe(field.answer.value !== null);
        }
        expect(form.invalid.value).toEqual(wrong.map((field) => field.question.id));
        const { answered, missing, wrong: unsendable } = form.progress.value;
        expect([answered, missing + unsendable]).toEqual([sent.size, wrong.length]);
        expect(form.parts.flatMap((part) => part.value.map((field) => field.question.id))).toEqual(
          form.visible.value,
        );
      }),
    );
  });

  test('each answer reports exactly what it showed and hid, and evaluates only affected conditions', () => {
    fc.assert(
      fc.property(trees, histories, (tree, steps) => {
        const form = createForm(tree);
        const reading = () => form.order.map((field) => [field.visible.value, field.answer.value] as const);
        for (const [index, answer] of steps) {
          const [before, previous, evaluated] = [reading(), form.change.value, form.evaluations()];
          form.setAnswer(id(`${index}`), answer);
          const after = reading();
          const went = (to: boolean) =>
            form.order
              .filter((_, position) => before[position]?.[0] === !to && after[position]?.[0] === to)
              .map((field) => field.question.id);
          const [shown, hidden] = [went(true), went(false)];
          if (shown.length + hidden.length === 0) expect(form.change.value).toBe(previous);
          else expect(form.change.value).toEqual({ shown, hidden, cause: `${index}` });
          const changed = form.order.filter(
            (_, position) =>
              before[position]?.[0] !== after[position]?.[0] ||
              before[position]?.[1] !== after[position]?.[1],
          );
          const below = changed.flatMap((field) => tree.nodes.get(field.question.id)?.children ?? []);
          expect(form.evaluations() - evaluated).toBeLessThanOrEqual(below.length);
        }
      }),
    );
  });
});
