import '@testing-library/jest-dom/vitest';
import { act, screen } from '@testing-library/preact';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { detailsNamed, everyDetail, formWith, gender, terms } from '../browser/details/details.support.ts';
import { sentAnswers } from '../browser/sending/following.ts';
import { detailId } from '../core/model/details.ts';
import { fileId, reference } from '../core/model/ids.ts';
import type { Answer } from '../core/model/question.ts';
import { phoneNumbers } from './phone.tsx';
import { actionSpies, drawView, formView } from './ui.support.tsx';

// The table of phone numbers must not load, because a test sets `phoneNumbers` itself.
vi.mock('./phone-numbers.ts', () => Promise.reject(new Error('not loaded')));

const all = {
  details: everyDetail,
  consent: [terms],
  equality: [gender],
  privacyUrl: 'https://example.com/privacy',
};

function draw(meta: object, drawing: Parameters<typeof drawView>[1] = {}) {
  const form = formWith(meta);
  return { form, ...drawView(formView(form), { actions: actionSpies(form), ...drawing }) };
}

const box = (name: string) => screen.getByRole('textbox', { name });
const select = (name: string) => screen.getByRole('combobox', { name });

describe('a form of sections', () => {
  test('has a heading for each section, one level down, and fields that the browser can autofill', () => {
    draw(all);
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'About you',
      'Documents',
      'Questions',
      'Equality monitoring',
      'Before you send',
    ]);
    for (const [name, token] of Object.entries({
      'First name': 'given-name',
      'Last name': 'family-name',
      'Email address': 'email',
      'Phone number': 'tel',
      Address: 'address-line1',
      'Town or city': 'address-level2',
      Postcode: 'postal-code',
    })) {
      expect(box(name)).toHaveAttribute('autocomplete', token);
      expect(box(name)).toHaveAttribute('name', token);
    }
    expect(select('Country')).toHaveAttribute('autocomplete', 'country');
    expect(screen.getByLabelText('Year')).toHaveAttribute('autocomplete', 'bday-year');
  });
});

describe('an address', () => {
  test('lists the countries by name, the likely ones first', () => {
    draw({ details: detailsNamed('address') }, { locale: 'de-AT' });
    const names = [...select('Country').querySelectorAll('option')].map((option) => option.textContent);
    expect(names.slice(1, 4)).toEqual(['Austria', 'United States', 'Germany']);
    expect(names).toHaveLength(251);
  });
});

describe('a phone number', () => {
  const country = () => select('Country of the phone number');
  const entry = ({ form }: ReturnType<typeof draw>) => form.fields.get(detailId('phone'))?.entry.value;
  const known = {
    read: (text: string) =>
      /^020/.test(text) ? { text: '020 7946 0018', country: 'GB', understood: '' } : null,
    exampleOf: () => '',
  };

  afterEach(() => {
    phoneNumbers.value = null;
  });

  test('is one field, next to the likely country', () => {
    draw({ details: detailsNamed('phone') }, { locale: 'de-AT' });
    expect(country()).toHaveValue('AT');
    expect(box('Phone number')).toHaveAttribute('inputmode', 'tel');
    expect(box('Phone number')).toBeRequired();
  });

  test('takes the format of its own country when the applicant leaves the field', async () => {
    const drawn = draw({ details: detailsNamed('phone') }, { locale: 'de-DE' });
    phoneNumbers.value = known;
    await drawn.user.type(box('Phone number'), '02079460018');
    await drawn.user.tab();
    expect(box('Phone number')).toHaveValue('020 7946 0018');
    expect(country()).toHaveValue('GB');
    expect(entry(drawn)).toEqual({ kind: 'text', text: '020 7946 0018', country: 'GB' });
  });
});

describe('a consent', () => {
  const tick = () => screen.getByRole('checkbox', { name: /^I agree to the terms/ });

  test('is an unticked box next to its text, and its links open in a new tab', () => {
    const { container } = draw({ consent: [terms] });
    expect(tick()).not.toBeChecked();
    expect(tick()).toBeRequired();
    const link = screen.getByRole('link', { name: 'terms (opens in a new tab)' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener nofollow');
    const block = container.querySelector('[data-consent=terms]');
    expect(block).toContainElement(tick());
    expect(block).not.toHaveAttribute('data-detail');
  });

  test('blocks sending with an error while it is required and unticked', async () => {
    const { user, form } = draw({ consent: [terms] });
    await user.click(screen.getByRole('button', { name: 'Send application' }));
    const sentence = 'Tick this box: your application cannot be sent without it';
    expect(tick()).toBeInvalid();
    expect(tick()).toHaveAccessibleDescription(`Error: ${sentence}`);
    await user.click(
      screen.getByRole('link', { name: /^I agree to the terms\. ?: ?Tick|^I agree to the terms\. Tick/ }),
    );
    expect(tick()).toHaveFocus();
    await user.keyboard(' ');
    expect(tick()).toBeChecked();
    expect(tick()).toBeValid();
    expect(form.invalid.value).toEqual([]);
  });
});

test('the receipt lists the details, without equality monitoring and consents', () => {
  const { form } = draw(all);
  const give = (name: string, answer: Answer) => form.setAnswer(detailId(name), answer);
  give('phone', { kind: 'text', text: '020 7946 0018', country: 'GB' });
  give('country', { kind: 'choice', options: ['GB'] });
  give('date_of_birth', { kind: 'date', day: '1990-05-17' });
  give('equality:gender', { kind: 'choice', options: ['9'] });
  give('consent:terms', { kind: 'choice', options: ['3'] });
  form.changeFiles(detailId('cv'), () => [
    { id: fileId('one'), name: 'cv.pdf', size: 1, type: 'application/pdf', progress: { kind: 'staged' } },
  ]);
  const known = {
    reference: reference('R-1'),
    state: 'complete',
    acceptedAt: '',
  } as const;
  const submission = { ...known, application: null, answers: [] };
  act(() => {
    form.submission.value = { kind: 'accepted', submission, sent: sentAnswers(form) };
  });
  const list = [...document.querySelectorAll('dl > div')].map((row) =>
    [...row.children].map((part) => part.textContent),
  );
  expect(list).toEqual([
    ['Phone number', '020 7946 0018'],
    ['Date of birth', 'May 17, 1990'],
    ['Country', 'United Kingdom'],
    ['CV', 'cv.pdf'],
  ]);
});
