import { describe, expect, test } from 'vitest';
import type { FieldName } from '../../core/model/details.ts';
import { jobId } from '../../core/model/ids.ts';
import type { Lesson } from '../ports.ts';
import type { FormSettings } from './form-settings.ts';
import { askedForm, settingsOf, taughtFields } from './jobs.ts';

const JOB = jobId('4711');
const usual = ['first_name!', 'last_name!', 'email!', 'phone', 'cv'];

const lesson = (field: FieldName, more: Partial<Lesson> = {}): Lesson => ({
  job: JOB,
  field,
  learnedAt: 0,
  refusedAt: 0,
  agreed: false,
  ...more,
});

interface Case {
  readonly form?: Partial<FormSettings>;
  readonly job?: Partial<FormSettings>;
  readonly lessons?: readonly Lesson[];
  readonly missed?: readonly FieldName[];
  /** Further fields that the service named. */
  readonly named?: readonly FieldName[];
}

/** The names of the details in their order; `!` marks a required one. */
function detailNamesOf({ form = {}, job, lessons = [], missed = [], named = [] }: Case): readonly string[] {
  const settings = settingsOf({ form, ...(job === undefined ? {} : { jobs: { [JOB]: job } }) }, JOB);
  const { details } = askedForm(settings, taughtFields(lessons, JOB), [...missed, ...named], missed);
  return details.map(({ name, required }) => `${name}${required ? '!' : ''}`);
}

test.each<readonly [string, Case, readonly string[]]>([
  ['the form asks for the usual details if nothing is configured', {}, usual],
  [
    'the settings of a job win over those of its tenant',
    { form: { details: { cv: 'no' } }, job: { details: { cv: 'required' } } },
    [...usual.slice(0, 4), 'cv!'],
  ],
  [
    'the form requires the second line of an address only if it requires the address',
    { form: { details: { address: 'optional', address2: 'required' } } },
    ['first_name!', 'last_name!', 'email!', 'phone', 'address', 'cv'],
  ],
])('%s', (_name, given, expected) => {
  expect(detailNamesOf(given)).toEqual(expected);
});

describe('a lesson', () => {
  test.each<readonly [FieldName, readonly string[]]>([
    ['phone', ['first_name!', 'last_name!', 'email!', 'phone!', 'cv']],
    ...(['country', 'postcode'] as const).map(
      (field) => [field, ['first_name!', 'last_name!', 'email!', 'phone', 'address!', 'cv']] as const,
    ),
    ['address2', ['first_name!', 'last_name!', 'email!', 'phone', 'address!', 'address2!', 'cv']],
    ['date_of_birth', usual],
  ])('about %s leads to the right form for the next visitors', (field, expected) => {
    expect(detailNamesOf({ lessons: [lesson(field)] })).toEqual(expected);
  });

  const phone = lesson('phone');
  test.each<readonly [string, Case, readonly string[]]>([
    [
      'wins over a "no"',
      { form: { details: { phone: 'no' } } },
      ['first_name!', 'last_name!', 'email!', 'phone!', 'cv'],
    ],
    ['is ignored if the tenant has switched learning off', { form: { learnDetails: false } }, usual],
  ])('%s', (_name, given, expected) => {
    expect(detailNamesOf({ ...given, lessons: [phone] })).toEqual(expected);
  });

  test('about another job changes nothing', () => {
    expect(detailNamesOf({ lessons: [lesson('phone', { job: jobId('4712') })] })).toEqual(usual);
  });

  test('about the date of birth counts once the operator has agreed', () => {
    const agreed = lesson('date_of_birth', { agreed: true });
    expect(detailNamesOf({ lessons: [agreed] })).toEqual([...usual.slice(0, 4), 'date_of_birth!', 'cv']);
  });

  test.each([
    [false, true, false],
    [true, true, true],
    [true, false, false],
  ])('about equality monitoring: agreed %s, learning %s, required %s', (agreed, learnDetails, required) => {
    const settings = settingsOf({ form: { learnDetails } }, JOB);
    const taught = taughtFields([lesson('equality_monitoring_option_ids', { agreed })], JOB);
    expect(askedForm(settings, taught).isEqualityRequired).toBe(required);
  });
});

describe('a detail that the service missed', () => {
  test('is asked of this applicant, even if learning is switched off', () => {
    const form = { learnDetails: false, details: { cv: 'no' } } as const;
    const expected = [...usual.slice(0, 4), 'address!', 'cv!'];
    expect(detailNamesOf({ form, missed: ['cv', 'town'] })).toEqual(expected);
  });

  test.each<readonly [string, Case, readonly string[]]>([
    [
      'becomes required if it was optional',
      { missed: ['phone'] },
      ['first_name!', 'last_name!', 'email!', 'phone!', 'cv'],
    ],
    ['stays optional if the service refused only its value', { named: ['phone', 'cv'] }, usual],
    ['is not asked if it is the date of birth', { missed: ['date_of_birth'] }, usual],
  ])('%s', (_name, given, expected) => {
    expect(detailNamesOf(given)).toEqual(expected);
  });

  test('can be equality monitoring', () => {
    const missed = ['equality_monitoring_option_ids'] as const;
    expect(askedForm(settingsOf({}, JOB), [], missed, missed).isEqualityRequired).toBe(true);
    expect(detailNamesOf({ missed })).toEqual(usual);
  });
});

test('a job inherits every setting of its tenant that it does not name', () => {
  const form = { employer: 'Acme', privacyUrl: 'https://a.example/privacy' };
  const jobs = { '4711': { employer: 'Acme North' } };
  expect(settingsOf({ form, jobs }, JOB)).toMatchObject({ ...form, employer: 'Acme North' });
  expect(settingsOf({ form, jobs }, jobId('4712'))).toMatchObject(form);
  expect(settingsOf({ jobs }, jobId('toString')).employer).toBeNull();
});
