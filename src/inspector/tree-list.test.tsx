// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { quiet } from '../browser/settle.support.ts';
import type { View } from '../form/contract.ts';
import { child, formOf, Inspected, question, viewOf } from './inspector.support.tsx';

let inspected: Inspected;

afterEach(() => {
  inspected.end();
  vi.unstubAllGlobals();
});

const chain = [
  question('1', 'number'),
  child('2', '1', 'greater_than', '7', 'boolean'),
  child('3', '2', 'equals', 'true'),
  question('4', 'short_text'),
];

/** A page whose form has a block for each of these questions. */
function pageWith(...ids: readonly string[]): HTMLElement {
  const element = document.createElement('div');
  const root = element.attachShadow({ mode: 'open' });
  for (const id of ids) {
    const block = document.createElement('div');
    block.dataset['questionId'] = id;
    block.append(document.createElement('input'));
    root.append(block);
  }
  document.body.append(element);
  return element;
}

describe('the tree', () => {
  test('has each question below the one that decides it, the condition on the line between', () => {
    inspected = new Inspected(formOf(chain));
    expect(inspected.row('3').closest('ul')?.closest('li')?.contains(inspected.row('2'))).toBe(true);
    expect(inspected.row('2').querySelector('.when')?.textContent).toContain('if the answer is more than 7');
    expect(inspected.row('1').querySelector('.when')).toBeNull();
  });

  test('an answer that is hidden stays, and is marked as not sent', async () => {
    inspected = new Inspected(formOf(chain));
    await inspected.answer('1', { kind: 'number', text: '8' });
    expect(inspected.words()).toContain('3 of 4 shown');
    await inspected.answer('2', { kind: 'boolean', value: true });
    await inspected.answer('1', { kind: 'number', text: '1' });
    expect(inspected.row('2').textContent).toContain('kept, not sent: Yes');
  });

  test('one answer draws again only what it changes', async () => {
    inspected = new Inspected(formOf(chain));
    const changed: Element[] = [];
    const observer = new MutationObserver((all) => {
      for (const { target } of all) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest('[data-question]');
        if (row) changed.push(row);
      }
    });
    observer.observe(inspected.one('.roots'), {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    await inspected.answer('4', { kind: 'text', text: 'x' });
    observer.disconnect();
    expect(new Set(changed)).toEqual(new Set([inspected.row('4')]));
  });

  test('below the sixth level the line names the question that decides', () => {
    const deep = Array.from({ length: 9 }, (_, place) =>
      place === 0
        ? question('1', 'boolean')
        : child(String(place + 1), String(place), 'equals', 'true', 'boolean'),
    );
    inspected = new Inspected(formOf(deep));
    expect(inspected.row('9').querySelector('.when')?.textContent).toContain('if “Question 8” is “Yes”');
    expect(inspected.row('9').closest('ul')).toBe(inspected.row('7').closest('ul'));
  });

  test('a long form is drawn in pieces, all of it in the end', async () => {
    inspected = new Inspected(
      formOf(Array.from({ length: 130 }, (_, place) => question(`${place}`, 'boolean'))),
    );
    expect(inspected.find('[data-row]')).toHaveLength(40);
    await quiet();
    expect(inspected.find('[data-row]')).toHaveLength(130);
  });
});

describe('from the tree to the form and back', () => {
  test('from the tab Check it says so as well, and is silent on the next tab', async () => {
    const faulty = question('4', 'matrix', {
      conditional: {
        parent_question_id: '1',
        position: 1,
        conditions: [{ operator: 'greater_than', value: '7' }],
      },
    });
    inspected = new Inspected(formOf([...chain.slice(0, 3), faulty]), { element: pageWith('1') });
    await inspected.open('check');
    inspected.one('.check-go').click();
    await quiet();
    expect(inspected.one('.why-line[role=status]').textContent).toMatch(
      /^Hidden, .* You are now at “Question 1”\.$/,
    );
    await inspected.open('requests');
    await inspected.open('check');
    expect(inspected.one('.why-line[role=status]').textContent).toBe('');
    await inspected.open('tree');
  });

  test('to fingers, which cannot point, it says what a press does', () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: none)' }));
    inspected = new Inspected(formOf(chain), { element: pageWith('1') });
    expect(inspected.one('.why-line').textContent).toBe(
      'Press a question to go to it in the form, or to the one that decides it.',
    );
  });

  test('the inspector says that a question has gone from the page', async () => {
    inspected = new Inspected(formOf(chain), { element: pageWith('1') });
    inspected.one('[data-row="4"]').click();
    await quiet();
    expect(inspected.one('.why-line').textContent).toContain('not on the page now');
  });
});

test('a form is not followed any more once the inspector is gone', async () => {
  const form = formOf(chain);
  const view = signal<View>(viewOf(form));
  inspected = new Inspected(form, { view });
  inspected.unmount();
  await inspected.answer('1', { kind: 'number', text: '8' });
  view.value = { kind: 'closed' };
  await quiet();
  expect(inspected.words()).toBe('');
});

test('without a form it says so', () => {
  inspected = new Inspected(formOf(chain), { view: signal<View>({ kind: 'loading' }) });
  expect(inspected.words()).toBe('There is no form on the page to look into.');
});
