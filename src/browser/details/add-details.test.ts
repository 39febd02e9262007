import { describe, expect, test } from 'vitest';
import { detailId } from '../../core/model/details.ts';
import { fileId, questionId } from '../../core/model/ids.ts';
import type { Answer } from '../../core/model/question.ts';
import type { Form } from '../../form/contract.ts';
import { detailsToSend, restrict } from '../../form/fill.ts';
import { addRow } from '../../form/form.support.ts';
import { en } from '../../locale/en.ts';
import { enFilling } from '../../locale/en-filling.ts';
import { createMessages } from '../../locale/messages.ts';
import { invalidityText } from '../../ui/errors.tsx';
import { detailsNamed, everyDetail, formWith, gender, loadWith, terms } from './details.support.ts';

const messages = createMessages('en', { ...en, ...enFilling });

const text = (words: string): Answer => ({ kind: 'text', text: words });
const chosen = (option: string): Answer => ({ kind: 'choice', options: [option] });
const all = { details: everyDetail, consent: [terms], equality: [gender] };

const fieldOf = (form: Form, name: string) => {
  const field = form.fields.get(detailId(name));
  if (!field) throw new Error(`The form does not ask for ${name}.`);
  return field;
};

/** The error message of a detail. */
function faultOf(form: Form, name: string): string | null {
  const field = fieldOf(form, name);
  const invalidity = field.invalidity.value;
  return invalidity && invalidityText(messages, field, invalidity);
}

const sectionsOf = (form: Form) =>
  form.order.flatMap(({ shown }) => (shown.section ? [[shown.section.title, shown.id]] : []));

describe('the order of a form', () => {
  test('shows about you, documents, questions, equality monitoring, then before you send', () => {
    const form = formWith(all);
    expect(sectionsOf(form)).toEqual([
      ['About you', 'detail:first_name'],
      ['Documents', 'detail:cv'],
      ['Questions', '1'],
      ['Equality monitoring', 'detail:equality:gender'],
      ['Before you send', 'detail:consent:terms'],
    ]);
    expect(form.order.map(({ question }) => question.id)).toEqual([
      ...['first_name', 'last_name', 'preferred_name', 'preferred_pronouns', 'email', 'phone'].map(detailId),
      ...['date_of_birth', 'linkedin_url', 'country', 'address1', 'address2', 'town'].map(detailId),
      ...['state_province', 'postcode', 'summary', 'cv', 'cover_letter', 'documents'].map(detailId),
      ...['1', '2', '21', '3'],
      ...['equality:gender', 'consent:terms'].map(detailId),
    ]);
  });

  test('puts the operator’s groups of questions first, with their follow-ups, then the other questions', () => {
    const sections = [{ title: 'Experience', questions: ['2', 'unknown', '2'] }];
    const form = formWith({ details: detailsNamed('first_name'), sections });
    expect(sectionsOf(form)).toEqual([
      ['About you', 'detail:first_name'],
      ['Experience', '2'],
      ['Questions', '1'],
    ]);
    expect(form.order.map(({ question }) => question.id)).toEqual(['detail:first_name', '2', '21', '1', '3']);
  });

  test.each([
    ['shows no heading when the form has only a privacy notice', { privacyUrl: 'https://example.com' }, []],
    [
      'shows the operator’s heading when one group has every question',
      { sections: [{ title: 'All', questions: ['1', '2', '3'] }] },
      ['All'],
    ],
  ])('%s', (_name, meta, titles) => {
    expect(sectionsOf(formWith(meta)).map(([title]) => title)).toEqual(titles);
  });
});

describe('unknown and invalid details', () => {
  test.each([
    ['details', { details: [{ name: 'shoe_size', required: true }, 7, null] }],
    ['a consent without a version', { consent: [{ id: 'a', text: 'Yes' }] }],
    ['equality monitoring without options', { equality: [{ id: 'a', title: 'A', options: [] }] }],
    ['a section without a title', { sections: [{ questions: ['1'] }] }],
    ['an address that is a script', { privacyUrl: 'javascript:alert(1)', nextUrl: 'javascript:alert(1)' }],
  ])('%s: the form shows only the questions', (_name, meta) => {
    const { tree } = loadWith(meta);
    expect(tree.order).toEqual(['1', '2', '21', '3']);
    expect(tree.notes).toEqual({ privacy: null, nextText: null, nextUrl: null, isWatched: false });
  });
});

describe('the privacy notice', () => {
  test.each([
    'https://example.com/privacy',
    'https://example.com/?a[0]=1&b=]',
    'https://example.com/with blanks](https://example.org)',
  ])('links to the given address unchanged: %s', (privacyUrl) => {
    expect(loadWith({ privacyUrl }).tree.notes?.privacy).toEqual([
      'How your data is used: see the ',
      { tag: 'a', href: privacyUrl, children: ['privacy notice'] },
      '.',
    ]);
  });
});

describe('an address', () => {
  test.each([
    ['US', 'state_province', 'address2'],
    ['GB', 'address2', 'state_province'],
  ])('in %s shows %s and hides %s', (country, shown, hidden) => {
    const form = formWith({ details: detailsNamed('address') });
    form.setAnswer(detailId('country'), chosen(country));
    expect([fieldOf(form, shown).visible.value, fieldOf(form, hidden).visible.value]).toEqual([true, false]);
    expect([fieldOf(form, shown).depth, fieldOf(form, hidden).depth]).toEqual([0, 0]);
  });

  test('keeps the text for the other country, and never sends it', () => {
    const form = formWith({ details: detailsNamed('address') });
    form.setAnswer(detailId('country'), chosen('GB'));
    form.setAnswer(detailId('address2'), text('Flat 2'));
    form.setAnswer(detailId('country'), chosen('US'));
    form.setAnswer(detailId('state_province'), chosen('Texas'));
    expect(detailsToSend(form).details).toEqual({ country: 'US', state_province: 'Texas' });
    form.setAnswer(detailId('country'), chosen('FR'));
    expect(detailsToSend(form).details).toEqual({ country: 'FR', address2: 'Flat 2' });
  });

  test('requires every line when the address is required, but the second only when it is named itself', () => {
    const form = formWith({ details: detailsNamed('address') });
    form.setAnswer(detailId('country'), chosen('GB'));
    expect(form.invalid.value).toEqual(['address1', 'town', 'postcode'].map(detailId));
    const both = formWith({ details: [...detailsNamed('address'), { name: 'address2', required: true }] });
    both.setAnswer(detailId('country'), chosen('GB'));
    expect(both.invalid.value).toContain(detailId('address2'));
  });
});

describe('an optional address', () => {
  const optional = detailsNamed('address').map((detail) => ({ ...detail, required: false }));
  const address = (...given: readonly (readonly [name: string, answer: Answer])[]) => {
    const form = formWith({ details: optional });
    for (const [name, answer] of given) form.setAnswer(detailId(name), answer);
    return form;
  };
  const linesOf = (form: Form) => form.validate().map((id) => id.replace('detail:', ''));

  test('requires the common lines once the applicant fills in one of them', () => {
    const form = address(['address1', text('1 High Street')]);
    expect(linesOf(form)).toEqual(['country', 'town', 'postcode']);
    expect(fieldOf(form, 'town').required).toBe(true);
  });
});

describe('errors of details', () => {
  test.each([
    ['phone', 'Enter your phone number'],
    ['date_of_birth', 'Enter your date of birth'],
    ['cv', 'Add your CV'],
    ['consent:terms', 'Tick this box: your application cannot be sent without it'],
  ])('%s has its own message when it is missing', (name, sentence) => {
    expect(faultOf(formWith(all), name)).toBe(sentence);
  });

  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

  test.each<[string, Answer, string | null]>([
    ['phone', text('call me'), 'Enter your phone number'],
    ['phone', text('020 7946 0018'), null],
    [
      'linkedin_url',
      { kind: 'url', text: 'https://example.com/sam' },
      'Enter a LinkedIn address, such as www.linkedin.com/in/name',
    ],
    ['linkedin_url', { kind: 'url', text: 'https://www.linkedin.com/in/sam' }, null],
    ['date_of_birth', { kind: 'date', day: tomorrow }, 'Enter a date of birth that is in the past'],
    ['date_of_birth', { kind: 'date', day: '2001-02-30' }, 'Enter a real date with day, month and year'],
    ['date_of_birth', { kind: 'date', day: '1990-05-17' }, null],
    ['linkedin_url', { kind: 'url', text: 'in/sam' }, null],
    ['town', text('x'.repeat(256)), 'Enter no more than 255 characters'],
    ['summary', text('x'.repeat(20_001)), 'Enter no more than 20,000 characters'],
    ['country', chosen('XX'), 'Select one of the options shown'],
  ])('%s with %j gets the error: %s', (name, answer, sentence) => {
    const form = formWith(all);
    form.setAnswer(detailId(name), answer);
    expect(faultOf(form, name)).toBe(sentence);
  });
});

describe('equality monitoring', () => {
  test('is voluntary, and lists “prefer not to say” last', () => {
    const form = formWith(all);
    const { shown, invalidity } = fieldOf(form, 'equality:gender');
    expect(shown.type === 'multiple_choice' && shown.options.map((option) => option.shown)).toEqual([
      'Woman',
      'Man',
      'I prefer not to say',
    ]);
    expect(invalidity.value).toBeNull();
    expect(shown.section?.intro).toMatch(/voluntary/);
  });

  test('needs an answer when the service requires one', () => {
    const form = formWith({ ...all, equality: [{ ...gender, required: true }] });
    expect(faultOf(form, 'equality:gender')).toBe('Select an answer');
    expect(fieldOf(form, 'equality:gender').shown.section?.intro).toMatch(
      /Preferring not to say is an answer, too/,
    );
    form.setAnswer(detailId('equality:gender'), chosen('9'));
    expect(fieldOf(form, 'equality:gender').invalidity.value).toBeNull();
  });
});

describe('the details to send', () => {
  test('include every given detail under the service’s name', () => {
    const form = formWith(all);
    const give = (name: string, answer: Answer) => form.setAnswer(detailId(name), answer);
    give('first_name', text('Sam'));
    give('phone', { kind: 'text', text: '020 7946 0018', country: 'GB' });
    give('date_of_birth', { kind: 'date', day: '1990-05-17' });
    give('linkedin_url', { kind: 'url', text: 'https://www.linkedin.com/in/sam' });
    give('country', chosen('GB'));
    give('equality:gender', chosen('9'));
    give('consent:terms', chosen('3'));
    const file = { name: 'cv.pdf', size: 1, type: 'application/pdf', progress: { kind: 'staged' } } as const;
    addRow(form, detailId('cv'), { ...file, id: fileId('one') });
    addRow(form, detailId('documents'), { ...file, id: fileId('two') });
    addRow(form, detailId('documents'), { ...file, id: fileId('three') });
    expect(detailsToSend(form)).toEqual({
      details: {
        first_name: 'Sam',
        phone: '020 7946 0018',
        phone_iso2: 'GB',
        date_of_birth: '1990-05-17',
        linkedin_url: 'https://www.linkedin.com/in/sam',
        country: 'GB',
        cv: 'one',
        documents: ['two', 'three'],
        equality_monitoring_option_ids: ['9'],
      },
      consent: [{ id: 'terms', version: '3', language: 'en' }],
    });
    expect(form.outgoing.value).toEqual([]);
  });

  test('are empty while only answers are open, and complete while a detail is open', () => {
    const form = formWith(all);
    form.setAnswer(detailId('first_name'), text('Sam'));
    form.setAnswer(detailId('consent:terms'), chosen('3'));
    restrict(form, [questionId('1')]);
    expect(detailsToSend(form)).toEqual({ details: null, consent: [] });
    restrict(form, [detailId('documents')]);
    expect(detailsToSend(form)).toEqual({
      details: { first_name: 'Sam' },
      consent: [{ id: 'terms', version: '3', language: 'en' }],
    });
  });
});
