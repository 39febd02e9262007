import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { question } from '../form/form.support.ts';
import { drawForm, listen } from './ui.support.tsx';

const named = ['Öffentlichkeitsarbeit', 'Écriture', 'Straßenbau', 'Node.js', 'Project management'];
const many = [...named, ...Array.from({ length: 95 }, (_, place) => `Skill ${place}`)];

const skills = () =>
  drawForm([question('1', 'multiple_choice', { title: 'Skills', options: many, maximum: null })]);

const search = () => screen.getByRole('searchbox', { name: 'Search the options' });
const shown = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
const box = (name: string) => screen.getByRole('checkbox', { name });

describe('a long list of options', () => {
  test.each([
    ['in another case', 'NODE', 'Node.js'],
    ['without its accent', 'ecr', 'Écriture'],
    ['with ss for ß', 'strassen', 'Straßenbau'],
    ['with words in another order', ' management  pro', 'Project management'],
  ])('shows the options that match the search, %s', async (_, typed, found) => {
    const { user } = skills();
    await user.type(search(), typed);
    await waitFor(() => expect(shown()).toEqual([found]));
    expect(search()).toHaveAccessibleDescription(/1 of 100 shown, 0 chosen/);
  });

  test('keeps chosen options that the search hides, lists them, and sends them', async () => {
    const { form, user } = skills();
    await user.click(box('Écriture'));
    await user.type(search(), 'node');
    await user.click(box('Node.js'));
    expect(form.outgoing.value).toMatchObject([{ value: { options: ['Écriture', 'Node.js'] } }]);
    expect(screen.getByText('Chosen: Écriture, Node.js')).toBeVisible();
    expect(screen.getByText('1 of 100 shown, 2 chosen', { selector: 'span' })).toBeVisible();
  });

  test('shows and announces that nothing matches', async () => {
    const { user } = skills();
    await user.type(search(), 'xyz');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('No option matches'));
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });

  test('shows all options again after Escape, without closing a dialog around it', async () => {
    const { user } = skills();
    const keys: string[] = [];
    document.addEventListener('keydown', ({ key }) => keys.push(key));
    await user.type(search(), 'no{Escape}');
    await waitFor(() => expect(shown()).toHaveLength(many.length));
    expect(keys).not.toContain('Escape');
    await user.keyboard('{Escape}');
    expect(keys).toContain('Escape');
  });
});

afterEach(() => void vi.useRealTimers());

test('quick typing is announced once, and displaces no waiting announcement', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  drawForm([
    question('1', 'multiple_choice', { title: 'Skills', options: many, maximum: null }),
    question('2', 'number', { title: 'Pay' }),
  ]);
  const announced = listen();
  const type = (value: string) => fireEvent.input(search(), { target: { value } });
  type('node');
  await vi.advanceTimersByTimeAsync(10);
  const pay = screen.getByRole('textbox', { name: 'Pay' });
  fireEvent.input(pay, { target: { value: '1.234' } });
  fireEvent.blur(pay);
  for (let length = 1; length < 14; length += 1) type('x'.repeat(length));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(announced).toEqual([
    '1 of 100 shown, 0 chosen',
    'We understood 1.234 as a number with decimals, not as thousands | No option matches. 0 chosen',
  ]);
});
