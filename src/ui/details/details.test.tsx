import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { asked, everyDetail, formWith, gender, terms } from '../../browser/details/details.support.ts';
import { sentAnswers } from '../../browser/sending/sent.ts';
import type { Answer } from '../../core/model/answer.ts';
import { detailId } from '../../core/model/details.ts';
import { fileId, reference } from '../../core/model/ids.ts';
import { restrict } from '../../form/correct.ts';
import { actionSpies, drawView, formView } from '../ui.support.tsx';
import { type PhoneNumbers, phoneNumbers } from './phone-lookup.ts';

/** What a form knows of numbers is set by each test. */
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
  test('has a heading for each, a level below what stands above, and fields that the browser can fill in', () => {
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

  test('in a correction shows what is corrected, without headings and empty groups', () => {
    const { form } = draw(all);
    const address = () => screen.queryByRole('group', { name: 'Address' });
    expect(address()).toBeInTheDocument();
    restrict(form, [detailId('phone')]);
    return waitFor(() => {
      expect(screen.queryAllByRole('heading')).toEqual([]);
      expect(address()).toBeNull();
      expect(screen.getAllByRole('textbox')).toEqual([box('Phone number')]);
    });
  });
});

describe('an address', () => {
  test('has the countries by name, the likely ones first', () => {
    draw({ details: asked('address') }, { locale: 'de-AT' });
    const names = [...select('Country').querySelectorAll('option')].map((option) => option.textContent);
    expect(names.slice(1, 4)).toEqual(['Austria', 'United States', 'Germany']);
    expect(names).toHaveLength(251);
  });

  test('asks for a state in the US alone, and keeps what was typed for another country', async () => {
    const { user } = draw({ details: asked('address') });
    await user.selectOptions(select('Country'), 'GB');
    await user.type(box('Address line 2'), 'Flat 2');
    await user.selectOptions(select('Country'), 'US');
    expect(screen.queryByRole('textbox', { name: 'Address line 2' })).toBeNull();
    expect(select('State')).toHaveAttribute('autocomplete', 'address-level1');
    await user.selectOptions(select('State'), 'Texas');
    await user.selectOptions(select('Country'), 'GB');
    expect(box('Address line 2')).toHaveValue('Flat 2');
  });

  const optional = asked('address').map((detail) => ({ ...detail, required: false }));

  test('that is begun is required, and says so at its empty fields before anything is sent', async () => {
    const { user } = draw({ details: optional });
    expect(box('Town or city')).not.toBeRequired();
    await user.selectOptions(select('Country'), 'GB');
    expect(box('Town or city')).not.toBeRequired();
    await user.type(box('Address'), '1 High');
    expect(box('Address')).toHaveFocus();
    expect(box('Address')).toHaveValue('1 High');
    expect(box('Town or city')).toBeRequired();
    expect(box('Address line 2')).not.toBeRequired();
    await user.click(screen.getByRole('button', { name: 'Send application' }));
    expect(box('Town or city')).toHaveAccessibleDescription(
      'Error: Enter your town or city, or leave the whole address empty',
    );
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

  test('is one field, with the likely country beside it', () => {
    draw({ details: asked('phone') }, { locale: 'de-AT' });
    expect(country()).toHaveValue('AT');
    expect(box('Phone number')).toHaveAttribute('inputmode', 'tel');
    expect(box('Phone number')).toBeRequired();
  });

  test('is typed freely, and stays as it was typed until it is left', async () => {
    const drawn = draw({ details: asked('phone') }, { locale: 'en-GB' });
    await drawn.user.type(box('Phone number'), '020 79 ');
    expect(box('Phone number')).toHaveValue('020 79 ');
    expect(entry(drawn)).toEqual({ kind: 'text', text: '020 79', country: 'GB' });
    await drawn.user.tab();
    expect(box('Phone number')).toHaveValue('020 79');
  });

  test('has its country also before it is typed', async () => {
    const drawn = draw({ details: asked('phone') }, { locale: 'en-GB' });
    await drawn.user.selectOptions(country(), 'DE');
    expect(entry(drawn)).toBeNull();
    await drawn.user.type(box('Phone number'), '030 23125 000');
    expect(entry(drawn)).toEqual({ kind: 'text', text: '030 23125 000', country: 'DE' });
    await drawn.user.selectOptions(country(), 'FR');
    expect(entry(drawn)).toMatchObject({ country: 'FR' });
  });

  test('is shown as it is written there once it is left, with its own country', async () => {
    const drawn = draw({ details: asked('phone') }, { locale: 'de-DE' });
    phoneNumbers.value = known;
    await drawn.user.type(box('Phone number'), '02079460018');
    await drawn.user.tab();
    expect(box('Phone number')).toHaveValue('020 7946 0018');
    expect(country()).toHaveValue('GB');
    expect(entry(drawn)).toEqual({ kind: 'text', text: '020 7946 0018', country: 'GB' });
  });

  test('while it is typed is left alone, and is shown so once it was left before anything was known of numbers', async () => {
    const { user } = draw({ details: asked('phone') }, { locale: 'en-GB' });
    const know = (value: PhoneNumbers | null) =>
      act(() => {
        phoneNumbers.value = value;
      });
    await user.type(box('Phone number'), '02079460018');
    know(known);
    expect(box('Phone number')).toHaveValue('02079460018');
    know(null);
    await user.tab();
    know(known);
    expect(box('Phone number')).toHaveValue('020 7946 0018');
  });

  test.each([
    ['(212) 555-0123 ext. 12', 'US', '(212) 555-0123', '+1 212 555 0123'],
    ['020 7946 0999 or 07700 900123', 'GB', '020 7946 0999', '+44 20 7946 0999'],
  ])('with more than a number, as in %s, is taken, and said back', async (given, from, shown, whole) => {
    const { allNumbers } = await vi.importActual<{ allNumbers: PhoneNumbers }>('./phone-numbers.ts');
    phoneNumbers.value = allNumbers;
    const drawn = draw({ details: asked('phone') }, { locale: `en-${from}` });
    await drawn.user.type(box('Phone number'), given);
    await drawn.user.tab();
    expect(box('Phone number')).toHaveValue(shown);
    expect(box('Phone number')).toBeValid();
    expect(box('Phone number')).toHaveAccessibleDescription(`We understood: ${whole}`);
    await expect.poll(() => screen.getByRole('status').textContent).toBe(`We understood: ${whole}`);
    expect(drawn.form.validate()).toEqual([]);
    await drawn.user.type(box('Phone number'), '{Backspace}');
    expect(box('Phone number')).not.toHaveAccessibleDescription(/We understood/);
  });
});

describe('a document', () => {
  test('says what it may be before one is chosen, by its own limits', () => {
    const { container } = draw({ details: asked('cv'), limits: { bytes: 1, types: ['.png'] } });
    const block = container.querySelector('[data-detail=cv]');
    expect(block).toHaveTextContent('PDF, DOC, DOCX, TXT, RTF');
    expect(block).toHaveTextContent('up to 30 MB');
    expect(block?.querySelector('input')).toHaveAttribute('accept', '.pdf,.doc,.docx,.txt,.text,.rtf');
  });

  test('that is refused says which kinds, and how large, by its own limits', () => {
    const { form, container } = draw({ details: asked('cv', 'documents') });
    const row = (code: 'file_type' | 'file_too_large') =>
      ({ id: code, name: 'cv.exe', size: 1, type: '', progress: { kind: 'rejected', code } }) as never;
    form.changeFiles(detailId('cv'), () => [row('file_type')]);
    form.changeFiles(detailId('documents'), () => [row('file_too_large')]);
    return waitFor(() => {
      expect(container).toHaveTextContent('Choose one of these kinds: PDF, Word, TXT, or RTF.');
      expect(container).toHaveTextContent('Choose one of up to 10 MB.');
    });
  });
});

describe('a consent', () => {
  const tick = () => screen.getByRole('checkbox', { name: /^I agree to the terms/ });

  test('is a box beside its sentence, never ticked beforehand, whose links leave the form open', () => {
    const { container } = draw({ consent: [terms] });
    expect(tick()).not.toBeChecked();
    expect(tick()).toBeRequired();
    const link = screen.getByRole('link', { name: 'terms (opens in a new tab)' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
    const block = container.querySelector('[data-consent=terms]');
    expect(block).toContainElement(tick());
    expect(block).not.toHaveAttribute('data-detail');
  });

  test('that is required blocks with an error like any other, until it is ticked', async () => {
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

  test('says that it is left open only once it was ticked and is left', async () => {
    const { user } = draw({ consent: [terms] });
    tick().focus();
    await user.tab();
    await user.tab();
    expect(tick()).toBeValid();
    await user.dblClick(tick());
    expect(tick()).not.toBeChecked();
    await user.tab();
    await user.tab();
    expect(tick()).toBeInvalid();
  });
});

describe('how data is used', () => {
  test('is a sentence with a link, and no box', () => {
    draw({ privacyUrl: 'https://example.com/privacy' });
    const link = screen.getByRole('link', { name: 'privacy notice (opens in a new tab)' });
    expect(link).toHaveAttribute('href', 'https://example.com/privacy');
    expect(link.parentElement).toHaveTextContent(/^How your data is used: see the privacy notice/);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('equality monitoring', () => {
  test('says that it is voluntary, and offers not to say', () => {
    const { container } = draw({ equality: [gender] });
    expect(screen.getByText(/These questions are voluntary/)).toBeVisible();
    const group = within(screen.getByRole('group', { name: 'What is your gender?' }));
    expect(group.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
      'Woman',
      'Man',
      'I prefer not to say',
    ]);
    expect(container.querySelector('[data-detail="equality:gender"]')).toBeVisible();
  });
});

test('the receipt lists details as they were given, and nothing of equality monitoring or consents', () => {
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
    secondsLeft: null,
  } as const;
  const submission = { ...known, application: null, answers: [] };
  act(() => {
    form.submission.value = { kind: 'accepted', submission, sent: sentAnswers(form) };
  });
  const list = [...document.querySelectorAll('dl > div')].map((one) =>
    [...one.children].map((part) => part.textContent),
  );
  expect(list).toEqual([
    ['Phone number', '020 7946 0018'],
    ['Date of birth', 'May 17, 1990'],
    ['Country', 'United Kingdom'],
    ['CV', 'cv.pdf'],
  ]);
});
