/* Counts evaluations: an answer evaluates only the children of changed questions, however large the form. */
import { describe, expect, test } from 'vitest';
import { type QuestionId, questionId } from '../core/model/ids.ts';
import type { Answer, Question } from '../core/model/question.ts';
import type { Form } from './contract.ts';
import { createForm } from './create-form.ts';
import { question, treeOf } from './form.support.ts';

const yes: Answer = { kind: 'boolean', value: true };
const no: Answer = { kind: 'boolean', value: false };

const whenYes = (parent: string) => ({ parent, when: ['equals', 'true'] }) as const;
const counted = (count: number) => Array.from({ length: count }, (_, place) => `${place}`);

/** Question `0` is answered; each shape lists the questions below it, direct children or deeper. */
const shapes: Readonly<Record<string, { readonly questions: readonly Question[]; readonly below: number }>> =
  {
    '1,000 children of one question': {
      questions: [
        question('0', 'boolean'),
        ...counted(1000).map((name) => question(`0-${name}`, 'short_text', whenYes('0'))),
      ],
      below: 1000,
    },
    'a chain of 1,000': {
      questions: counted(1001).map((name, index) =>
        index === 0 ? question(name, 'boolean') : question(name, 'boolean', whenYes(`${index - 1}`)),
      ),
      below: 1000,
    },
    '5,000 questions in families of five, three levels deep': {
      questions: counted(1000).flatMap((name) => [
        question(name, 'boolean'),
        question(`${name}-a`, 'boolean', whenYes(name)),
        question(`${name}-a-a`, 'boolean', whenYes(`${name}-a`)),
        question(`${name}-a-b`, 'short_text', whenYes(`${name}-a`)),
        question(`${name}-b`, 'date', whenYes(name)),
      ]),
      below: 4,
    },
    'a child far away among 2,500 questions': {
      questions: counted(2500).map((name, index) =>
        index === 2400 ? question(name, 'short_text', whenYes('0')) : question(name, 'boolean'),
      ),
      below: 1,
    },
  };

/** The children of the answered question and of those that appeared or disappeared with it. */
function childrenOfChanged(form: Form, cause: QuestionId): number {
  const { shown = [], hidden = [] } = form.change.peek() ?? {};
  const changed = [cause, ...shown, ...hidden];
  return changed.reduce((sum, id) => sum + (form.tree.nodes.get(id)?.children.length ?? 0), 0);
}

function evaluationsOf(form: Form, act: () => void): number {
  const before = form.evaluations();
  act();
  return form.evaluations() - before;
}

describe.each(Object.entries(shapes))('%s', (_name, { questions, below }) => {
  const top = questionId('0');

  /** All questions below the first are answered, so that only its answer shows or hides them. */
  function answered(): Form {
    const form = createForm(treeOf(...questions));
    for (const { question: one } of form.order) if (one.type === 'boolean') form.setAnswer(one.id, yes);
    return form;
  }

  test('an answer evaluates each child of a changed question at most once', () => {
    const form = answered();
    for (const answer of [no, yes]) {
      const evaluations = evaluationsOf(form, () => form.setAnswer(top, answer));
      expect(evaluations).toBeGreaterThan(0);
      expect(evaluations).toBeLessThanOrEqual(childrenOfChanged(form, top));
    }
    expect(form.change.value?.shown).toHaveLength(below);
  });

  test('repeating an answer, leaving a field, trying to send and reading the form evaluate nothing', () => {
    const form = answered();
    const evaluations = evaluationsOf(form, () => {
      form.setAnswer(top, yes);
      form.leave(top);
      form.validate();
      for (const list of [form.visible, form.invalid, form.outgoing, form.progress]) list.value;
    });
    expect(evaluations).toBe(0);
  });
});
