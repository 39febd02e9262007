// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { question, shownWhen, treeOf } from '../core/check/question-sets.support.ts';
import { readDetails } from '../core/jsonapi/read-details.ts';
import { defaultSemantics } from '../core/model/question.ts';
import { buildTree } from '../core/tree/build-tree.ts';
import { CheckList } from './check-list.tsx';

afterEach(cleanup);

const words = () => document.body.textContent ?? '';

test('a set without faults is reported calmly, with its number of questions', () => {
  render(
    <CheckList form={{ tree: treeOf([question('1', 'boolean'), question('2', 'date')]) }} onGo={vi.fn()} />,
  );
  expect(words()).toBe('Nothing wrong found in 2 questions.');
});

const faulty = treeOf([
  question('1', 'date', { title: 'When?' }),
  question('2', 'boolean', { title: 'Before June?', ...shownWhen('1', 'less_than', '05/06/2027') }),
  question('3', 'date', { title: 'Never seen', ...shownWhen('2', 'equals', 'yes') }),
]);

test('each question with a fault is listed once, with what is wrong and what to do', () => {
  render(<CheckList form={{ tree: faulty }} onGo={vi.fn()} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(words()).toContain('2 things to put right, at 2 questions of 3.');
  expect(words()).toContain('which can be 5 June 2027 or 6 May 2027');
  expect(words()).toContain('What to do Write true for yes, or false for no.');
});

test('one goes to a question that can be shown, and a question that never is has no button', async () => {
  const onGo = vi.fn();
  render(<CheckList form={{ tree: faulty }} onGo={onGo} />);
  await userEvent.click(screen.getByRole('button', { name: 'Go to the question: Before June?' }));
  expect(onGo.mock.calls).toEqual([['2']]);
  expect(screen.queryByRole('button', { name: /Never seen/ })).toBeNull();
});

test('what the form asks itself is not counted among the questions', () => {
  const { records } = treeOf([question('1', 'short_text')]);
  const details = readDetails({ meta: { details: [{ name: 'email', required: true }] } });
  render(<CheckList form={{ tree: buildTree([...details, ...records], defaultSemantics) }} onGo={vi.fn()} />);
  expect(words()).toBe('Nothing wrong found in 1 question.');
});
