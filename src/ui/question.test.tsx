import '@testing-library/jest-dom/vitest';
import { screen, within } from '@testing-library/preact';
import { type ComponentType, options, type VNode } from 'preact';
import { describe, expect, test } from 'vitest';
import { question } from '../form/form.support.ts';
import { LineControl } from './controls.tsx';
import { QuestionBlock } from './question.tsx';
import { drawForm } from './ui.support.tsx';

const blocks = (container: Element) =>
  [...container.querySelectorAll('[data-question-id]')].map((block) =>
    block.getAttribute('data-question-id'),
  );

const describedBy = (control: Element) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent;

describe('names and descriptions', () => {
  test('the accessible name of a single control is exactly its title', () => {
    drawForm([question('1', 'short_text', { title: 'Your name', help: ['As on your passport.'] })]);
    expect(screen.getByRole('textbox', { name: 'Your name' })).toHaveAccessibleDescription(
      'optional As on your passport.',
    );
  });

  test.each(['boolean', 'document'] as const)('a required %s has “required” in its description', (type) => {
    const { container } = drawForm([question('1', type, { required: true })]);
    expect(container.querySelector('input')).toHaveAccessibleDescription(/required/);
  });

  test('only the rarer of “required” and “optional” is visible, and both are accessible', () => {
    drawForm([
      question('1', 'short_text', { required: true }),
      question('2', 'short_text', { required: true }),
      question('3', 'short_text'),
    ]);
    expect(screen.getByText('required')).not.toBeVisible();
    expect(screen.getByText('optional')).toBeVisible();
    const boxes = screen.getAllByRole('textbox');
    for (const box of boxes.slice(0, 2)) expect(box).toBeRequired();
    expect(boxes.map(describedBy)).toEqual([undefined, undefined, 'optional']);
  });

  test('two forms on one page share no element id', () => {
    const questions = [question('1', 'boolean'), question('2', 'short_text')];
    drawForm(questions, { idPrefix: 'one' });
    drawForm(questions, { idPrefix: 'two' });
    const all = [...document.querySelectorAll('[id]')].map((element) => element.id);
    expect(new Set(all).size).toBe(all.length);
  });

  test('help is built from elements, and its links send no referrer and announce a new tab', () => {
    drawForm([
      question('1', 'short_text', {
        help: [
          { tag: 'p', children: ['See ', { tag: 'a', href: 'https://example.com/why', children: ['why'] }] },
          { tag: 'a', href: 'javascript:alert(1)', children: ['not a link'] },
        ],
      }),
    ]);
    const link = screen.getByRole('link', { name: 'why (opens in a new tab)' });
    expect(link).toHaveAttribute('rel', 'noopener nofollow');
    expect(link).toHaveAttribute('target', '_blank');
    expect(screen.queryByRole('link', { name: /not a link/ })).toBeNull();
  });

  test('markup in a title stays text', () => {
    drawForm([question('1', 'short_text', { title: '<img src=x onerror=alert(1)>' })]);
    expect(screen.getByRole('textbox', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('follow-ups', () => {
  const questions = [
    question('1', 'boolean', { title: 'Do you need a visa?' }),
    question('2', 'short_text', { title: 'Which one?', parent: '1', when: ['equals', 'true'] }),
    question('3', 'short_text', { title: 'Your name' }),
  ];

  test('a follow-up comes after its parent’s block, not inside it', async () => {
    const { container, user } = drawForm(questions);
    expect(blocks(container)).toEqual(['1', '3']);
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(blocks(container)).toEqual(['1', '2', '3']);
    const group = screen.getByRole('group', { name: 'Do you need a visa?' });
    expect(within(group).queryByRole('textbox')).toBeNull();
  });
});

describe('errors', () => {
  test('an error shows when the applicant leaves the field, and goes as soon as it is corrected', async () => {
    const { user } = drawForm([question('1', 'short_text', { title: 'Your name', required: true })]);
    const box = screen.getByRole('textbox', { name: 'Your name' });
    await user.type(box, 'S{Backspace}');
    expect(screen.queryByText(/^Enter an answer/)).toBeNull();
    await user.tab();
    expect(box).toHaveAccessibleDescription(/^Error: Enter an answer/);
    expect(box).toBeInvalid();
    await user.type(box, 'S');
    expect(screen.queryByText(/^Enter an answer/)).toBeNull();
    expect(box).toBeValid();
  });

  test('an error never moves an element under a pressed pointer', async () => {
    const { user } = drawForm([
      question('1', 'short_text', { title: 'Your name', required: true }),
      question('2', 'boolean', { title: 'May we call you?' }),
    ]);
    await user.type(screen.getByRole('textbox'), 'S{Backspace}');
    const yes = screen.getByRole('radio', { name: 'Yes' });
    await user.pointer({ keys: '[MouseLeft>]', target: yes });
    expect(screen.queryByText(/^Enter an answer/)).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]', target: yes });
    expect(await screen.findByText(/^Enter an answer/)).toBeVisible();
  });
});

describe('redrawing', () => {
  /** Lists each drawing of one of the components. */
  function listDraws(components: readonly ComponentType<never>[]) {
    const draws: unknown[] = [];
    // Preact calls its option `_render`, named `__r` in its build, before it draws a component.
    const before: unknown = Reflect.get(options, '__r');
    Reflect.set(options, '__r', (vnode: VNode) => {
      if (typeof before === 'function') before(vnode);
      if (components.some((component) => component === vnode.type)) draws.push(vnode.type);
    });
    return { draws, end: () => Reflect.set(options, '__r', before) };
  }

  test('a keystroke redraws one control and no block', async () => {
    const { user } = drawForm(
      Array.from({ length: 20 }, (_, place) => question(`${place}`, 'short_text', { title: `Q ${place}` })),
    );
    const box = screen.getByRole('textbox', { name: 'Q 3' });
    await user.click(box);
    const drawing = listDraws([QuestionBlock, LineControl]);
    await user.keyboard('x');
    drawing.end();
    expect(drawing.draws).toEqual([LineControl]);
  });
});
