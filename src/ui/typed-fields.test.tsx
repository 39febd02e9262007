import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { questionId } from '../core/model/ids.ts';
import { question } from '../form/form.support.ts';
import { drawForm, listen } from './ui.support.tsx';

const firstId = questionId('1');
const field = () => screen.getByRole('textbox');

describe('autofill', () => {
  test.each([
    ['Email', 'email', 'email', 'none'],
    ['Your email address:', 'email', 'email', 'none'],
    ['Phone number', 'tel', 'tel', 'none'],
    ['Full name', 'name', null, 'words'],
    ['first name', 'given-name', null, 'words'],
    ['Surname', 'family-name', null, 'words'],
    ['Town or city *', 'address-level2', null, 'words'],
    ['ZIP code', 'postal-code', null, 'words'],
    ['Country', 'country-name', null, 'words'],
  ])('gives the question “%s” the token %s', (title, autocomplete, inputMode, capitals) => {
    drawForm([question('1', 'short_text', { title })], { early: true });
    expect(field()).toHaveAttribute('autocomplete', autocomplete);
    expect(field().getAttribute('inputmode')).toBe(inputMode);
    expect(field()).toHaveAttribute('autocapitalize', capitals);
  });

  test.each(['Name of your last employer', 'constructor', 'email or phone', ''])(
    'gives the question “%s” no token, since it does not plainly ask for the applicant’s own data',
    (title) => {
      drawForm([question('1', 'short_text', { title })]);
      expect(field()).not.toHaveAttribute('autocomplete');
    },
  );

  test('a question has no name, so that a form without script submits no answer', () => {
    drawForm([question('1', 'short_text', { title: 'Email' }), question('2', 'url', { title: 'Portfolio' })]);
    for (const control of screen.getAllByRole('textbox')) expect(control).not.toHaveAttribute('name');
  });
});

describe('a number', () => {
  test('stays as typed until the applicant leaves it, and then takes the format of the language', async () => {
    const { user } = drawForm([question('1', 'number')], { locale: 'de' });
    await user.type(field(), '1250,50');
    expect(field()).toHaveValue('1250,50');
    await user.tab();
    expect(field()).toHaveValue('1.250,50');
  });
});

describe('an ambiguous number', () => {
  const draw = (locale: string) =>
    drawForm([question('1', 'number'), question('2', 'number', { title: 'Other' })], { locale });
  const first = () => screen.getAllByRole('textbox')[0] ?? document.body;
  const hint = () => document.querySelector('.af-count')?.textContent ?? null;

  async function leave(typed: string, locale = 'en') {
    const drawn = draw(locale);
    await drawn.user.type(first(), typed);
    expect(hint()).toBeNull();
    await drawn.user.tab();
    return drawn;
  }

  test.each([
    ['en', '12,5', 'We understood: 12.5', '12.5'],
    ['en', '€ 70,000', 'We understood: 70,000', '70,000'],
    ['en', '1.234', 'We understood 1.234 as a number with decimals, not as thousands', '1.234'],
    ['de', '12.5', 'We understood: 12,5', '12,5'],
  ])('is confirmed in words when the applicant leaves it: %s “%s”', async (locale, typed, said, shown) => {
    await leave(typed, locale);
    expect(hint()).toBe(said);
    expect(first()).toHaveValue(shown);
    expect(first()).toHaveAccessibleDescription(expect.stringContaining(said));
    expect(first()).not.toHaveAttribute('aria-invalid');
  });

  test.each(['70,000', '70’000', '７００００'])('does not include “%s”', async (typed) => {
    await leave(typed);
    expect(hint()).toBeNull();
    expect(first()).toHaveAccessibleDescription('optional');
  });

  test('is announced once', async () => {
    const { user } = await leave('12,5');
    const region = screen.getByRole('status');
    await waitFor(() => expect(region).toHaveTextContent('We understood: 12.5'));
    const announced = listen();
    await user.click(first());
    await user.tab();
    expect(hint()).toBe('We understood: 12.5');
    await user.clear(first());
    await user.type(first(), '7,5');
    await user.tab();
    await waitFor(() => expect(announced).not.toEqual([]));
    expect(announced).toEqual(['We understood: 7.5']);
  });
});

describe('a web address', () => {
  test.each(['mailto:me@example.com', 'me@example.com'])(
    '%s gets an error with instructions, and stays as typed',
    async (typed) => {
      const { form, user } = drawForm([question('1', 'url')]);
      await user.type(field(), typed);
      await user.tab();
      expect(screen.getByText(/^Enter a web address/)).toBeVisible();
      expect(form.invalid.value).toEqual([firstId]);
      expect(field()).toHaveValue(typed);
    },
  );
});
