import { act } from '@testing-library/preact';
import { describe, expect, test, vi } from 'vitest';
import type { Answer } from '../../core/model/answer.ts';
import { questionId } from '../../core/model/ids.ts';
import type { Question } from '../../core/model/question.ts';
import { question } from '../../form/form.support.ts';
import { drawForm } from '../ui.support.tsx';

const below = (parent: string, value: string) => ({ parent, when: ['equals', value] }) as const;

/** Follow-ups of every type, two levels deep, below a choice of three. */
const questions: readonly Question[] = [
  question('1', 'multiple_choice', { options: ['A', 'B', 'C'] }),
  question('a1', 'short_text', { ...below('1', 'A'), required: true, help: ['A word is enough.'] }),
  question('a2', 'boolean', below('1', 'A')),
  question('a3', 'date', below('a2', 'true')),
  question('a4', 'long_text', below('a2', 'true')),
  question('b1', 'multiple_choice', { ...below('1', 'B'), options: ['D', 'E'], maximum: null }),
  question('b2', 'date_range', below('1', 'B')),
  question('b3', 'document', below('1', 'B')),
  question('b4', 'number', below('1', 'B')),
  question('2', 'short_text'),
];

const choice = (option: string): Answer => ({ kind: 'choice', options: [option] });

function countNodes(root: Node): number {
  return [...root.childNodes].reduce((sum, child) => sum + countNodes(child), 1);
}

/** Listeners that were added and not taken away, of all that is still in the page. */
function countListeners() {
  const there = new Map<EventTarget, number>();
  const count = (target: EventTarget, change: number) => there.set(target, (there.get(target) ?? 0) + change);
  // The one of the document: Node has an `EventTarget` of its own.
  const prototype: EventTarget = Object.getPrototypeOf(Node.prototype);
  const { addEventListener, removeEventListener } = prototype;
  const add = vi.spyOn(prototype, 'addEventListener').mockImplementation(function (
    this: EventTarget,
    ...parameters: Parameters<EventTarget['addEventListener']>
  ) {
    count(this, 1);
    addEventListener.apply(this, parameters);
  });
  const remove = vi.spyOn(prototype, 'removeEventListener').mockImplementation(function (
    this: EventTarget,
    ...parameters: Parameters<EventTarget['removeEventListener']>
  ) {
    count(this, -1);
    removeEventListener.apply(this, parameters);
  });
  const isThere = (target: EventTarget) => target instanceof Node && target.isConnected;
  return {
    now: () => [...there].reduce((sum, [target, listeners]) => sum + (isThere(target) ? listeners : 0), 0),
    end() {
      add.mockRestore();
      remove.mockRestore();
    },
  };
}

describe('100 changes of mind', { tags: 'deep' }, () => {
  test('leave the nodes and the listeners of the page as they were', () => {
    const listeners = countListeners();
    const { form, container } = drawForm(questions);
    form.setAnswer(questionId('a2'), { kind: 'boolean', value: true });
    const choose = (option: string) => act(() => form.setAnswer(questionId('1'), choice(option)));
    for (const option of ['B', 'A', 'C']) choose(option);
    const before = [countNodes(container), listeners.now()];
    for (let turn = 0; turn < 100; turn += 1) choose(['A', 'B', 'C'][turn % 3] ?? 'C');
    choose('C');
    const after = [countNodes(container), listeners.now()];
    listeners.end();
    expect(after).toEqual(before);
  });

  test('are seen by the count: a follow-up that stays has nodes and listeners', () => {
    const listeners = countListeners();
    const { form, container } = drawForm(questions);
    const before = { nodes: countNodes(container), listeners: listeners.now() };
    act(() => form.setAnswer(questionId('1'), choice('A')));
    const after = { nodes: countNodes(container), listeners: listeners.now() };
    listeners.end();
    expect(after.nodes).toBeGreaterThan(before.nodes);
    expect(after.listeners).toBeGreaterThan(before.listeners);
  });
});
