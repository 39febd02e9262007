/** What `APPLY_CONFIG` says of forms: each fault with its place and with what is wanted there. */
import { describe, expect, test } from 'vitest';
import { askedNames } from '../../../core/model/details.ts';
import { jobId } from '../../../core/model/ids.ts';
import { languages } from '../../../locale/languages.ts';
import { settingsOf } from '../../forms/asked-details.ts';
import {
  configOf,
  faultsOf as faults,
  real,
  sandbox,
  warningsOf as warnings,
} from './configuration.support.ts';
import { readConfiguration } from './configuration.ts';
import { jobsRule } from './form-schema.ts';
import { sampleSettings } from './sample-settings.ts';

const withMember = (member: object) => ({ ...sandbox, ...configOf({ a: member }) });
const read = (member: object) => readConfiguration(withMember(member));
const faultsOf = (member: object) => faults(withMember(member));
const warningsOf = (member: object) => warnings(withMember(member));

const consent = { id: 'process', version: '1', required: true, text: { en: 'I agree.' } };
const option = (id: string) => ({ id, text: { en: `Option ${id}` } });
const equality = {
  id: 'origin',
  title: { en: 'Origin' },
  options: [option('1'), { ...option('2'), undisclosed: true }],
};
const section = { title: { en: 'Work' }, questions: ['1', '2'] };
const sentence = (text: string) => ({ consent: [{ ...consent, text: { en: text } }] });

const asks = (more: object) => ({ consent: [{ ...consent, ...more }] });
const asksTwo = (more: object) => ({ equality: [equality, { ...equality, ...more }] });

const words = {
  wishes: `any of ${askedNames.join(', ')}, each one of required, optional, no`,
  id: '1 to 40 letters, digits, _ and -, and no other has the same',
  text: 'a sentence of at most 2000 characters in one language or more, as {"en": "…"}, in which a link is [words](https://…), with %28 %29 %5B %5D for ( ) [ ] in its address',
  title: 'a text of at most 200 characters in one language or more, as {"en": "…"}',
  options:
    'a list of at most 200 as {"id", "text": {"en": "…"}}, whose ids are those of the service and occur only once',
  questions: 'ids of questions, each of which stands in one section only',
  address: 'an http or https address',
};

describe('a fault', () => {
  test.each<readonly [member: object, place: string, says: string]>([
    [{ details: { phone: 'yes' } }, 'details.phone', words.wishes],
    [{ learnDetails: 'no' }, 'learnDetails', 'true or false'],
    [asks({ id: 'a b' }), 'consent.0.id', words.id],
    [asks({ id: 'a'.repeat(41) }), 'consent.0.id', words.id],
    [{ consent: [consent, consent] }, 'consent.1.id', words.id],
    [asks({ version: 1 }), 'consent.0.version', 'a text of 1 to 40 characters'],
    [asks({ text: { english: 'I agree.' } }), 'consent.0.text.english', words.text],
    [sentence('I read [it](javascript:alert(1)).'), 'consent.0.text.en', words.text],
    [sentence('I read [it](https://example.com.'), 'consent.0.text.en', words.text],
    [sentence('I read [it](https://example.com/it_(2)).'), 'consent.0.text.en', words.text],
    [asks({ tag: { tag: 'Pool' } }), 'consent.0.tag.context', 'a list of at most 20'],
    [asks({ ticked: true }), 'consent.0.ticked', 'a list of at most 20'],
    [
      { equality: [{ ...equality, options: [option('1'), option('1')] }] },
      'equality.0.options',
      words.options,
    ],
    [asksTwo({ id: 'other' }), 'equality.1.options', words.options],
    [asksTwo({ options: [option('3')] }), 'equality.1.id', words.id],
    [{ equality: [{ ...equality, title: 'Origin' }] }, 'equality.0.title', words.title],
    [{ sections: [section, { ...section, questions: ['2'] }] }, 'sections.1.questions', words.questions],
    [{ privacyUrl: 'javascript:alert(1)' }, 'privacyUrl', words.address],
    [{ logo: 'http://a.example/b.svg' }, 'logo', 'an https address'],
    [{ place: 'Ghent' }, 'place', 'a text of at most 200'],
    [{ employer: '' }, 'employer', 'a name of at most 200 characters'],
    [{ jobs: { '4711': { consent: [consent, consent] } } }, 'jobs.4711.consent.1.id', words.id],
    [{ jobs: { '47/11': {} } }, 'jobs.47/11', 'settings of single jobs by their ids'],
    [{ jobs: { '4711': { tag: {} } } }, 'jobs.4711.tag', 'unknown; a job takes details, '],
  ])('%j', (member, place, says) => {
    expect(faultsOf(member)).toEqual([expect.stringContaining(`a.${place}: ${says}`)]);
  });

  test('repeats no sentence of a consent, and several are reported at once', () => {
    const found = faultsOf({ ...sentence('canary [it](canary)'), employer: '', privacyUrl: 'privacy' });
    expect(found).toHaveLength(3);
    expect(found.join()).not.toContain('canary');
  });
});

describe('what is right', () => {
  test('is given to the forms of its tenant and of its job', () => {
    const member = {
      details: { cv: 'required', address2: 'required', address: 'required' },
      consent: [
        {
          ...consent,
          text: {
            en: 'I read [it](https://example.com/a%28%5B1%5D%29) and [that](http://b.example).',
          },
        },
      ],
      equality: [equality],
      sections: [section],
      privacyUrl: 'https://example.com/privacy',
      nextUrl: 'https://example.com/next?from=form',
      nextText: { 'pt-BR': 'Ligamos.' },
      employer: 'Acme',
      place: { en: 'Ghent', ar: 'غنت' },
      logo: 'https://example.com/logo.svg',
      learnDetails: false,
      jobs: { '4711': { employer: 'Acme North', learnDetails: true } },
    };
    const outcome = read(member);
    if (!outcome.ok) throw new Error(outcome.error.join());
    const { jobs, ...form } = member;
    const [tenant] = outcome.value.tenants;
    expect(tenant?.form).toEqual(form);
    expect(tenant?.jobs).toEqual({ ...sampleSettings('Acme'), ...jobs });
    expect(outcome.value.warnings).toEqual([]);
  });

  test('but makes no application gets a warning', () => {
    const name = 'email';
    const sentence = `details.${name}: the recruitment service makes no application without it.`;
    expect(
      warningsOf({ details: { [name]: 'no' }, jobs: { '4711': { details: { [name]: 'no' } } } }),
    ).toEqual([`APPLY_CONFIG at tenants.a.${sentence}`, `APPLY_CONFIG at tenants.a.jobs.4711.${sentence}`]);
  });

  test.each<readonly [string, object]>([
    ['a second line without an address', { details: { address2: 'required' } }],
    ['equality monitoring without a way out', { equality: [{ ...equality, options: [option('1')] }] }],
    ['a tag of a consent', { consent: [{ ...consent, tag: { tag: 'Pool', context: 'custom_pool' } }] }],
  ])('but is not as it seems gets a warning: %s', (_name, member) => {
    expect(warningsOf(member)).toHaveLength(1);
  });
});

describe('the sample job of the sandbox', () => {
  const sample = settingsOf({ jobs: sampleSettings() }, jobId('4720'));

  test('has settings that an operator could have written', () => {
    expect(jobsRule.safeParse(sampleSettings()).success).toBe(true);
  });

  test('asks everything that it may, in every language of the form', () => {
    const { consent, equality, sections, nextText } = sample;
    const texts = [
      ...consent.map(({ text }) => text),
      ...equality.flatMap(({ title, options }) => [title, ...options.map(({ text }) => text)]),
      ...sections.map(({ title }) => title),
      nextText,
    ];
    expect(texts).toHaveLength(10);
    for (const text of texts) expect(Object.keys(text).sort()).toEqual([...languages].sort());
    for (const { options } of equality) expect(options.at(-1)?.undisclosed).toBe(true);
  });

  test('has them in sandbox mode alone, and unless it is given others', () => {
    const of = (outcome: ReturnType<typeof read>) => outcome.ok && outcome.value.tenants[0]?.jobs;
    expect(of(read({}))).toEqual(sampleSettings());
    const acme = { '4720': { employer: 'Acme' } };
    expect(of(read({ jobs: acme }))).toEqual({ ...sampleSettings(), ...acme });
    expect(of(readConfiguration({ ...real, ...configOf({ a: {} }) }))).toEqual({});
  });
});
