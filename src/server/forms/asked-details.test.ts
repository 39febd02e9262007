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
  /** Beside those that were missed. */
  readonly named?: readonly FieldName[];
}

/** The names that are asked, in their order; `!`: required. */
function asked({ form = {}, job, lessons = [], missed = [], named = [] }: Case): readonly string[] {
  const settings = settingsOf({ form, ...(job === undefined ? {} : { jobs: { [JOB]: job } }) }, JOB);
  const { details } = askedForm(settings, taughtFields(lessons, JOB), [...missed, ...named], missed);
  return details.map(({ name, required }) => `${name}${required ? '!' : ''}`);
}

test.each<readonly [string, Case, readonly string[]]>([
  ['nothing is configured', {}, usual],
  [
    'the job wants one all the same',
    { form: { details: { cv: 'no' } }, job: { details: { cv: 'required' } } },
    [...usual.slice(0, 4), 'cv!'],
  ],
  [
    'the second line of an address is asked for by itself only where all of it is',
    { form: { details: { address: 'optional', address2: 'required' } } },
    ['first_name!', 'last_name!', 'email!', 'phone', 'address', 'cv'],
  ],
])('%s', (_name, given, expected) => {
  expect(asked(given)).toEqual(expected);
});

describe('a lesson', () => {
  test.each<readonly [FieldName, readonly string[]]>([
    ['phone', ['first_name!', 'last_name!', 'email!', 'phone!', 'cv']],
    ...(['country', 'postcode'] as const).map(
      (field) => [field, ['first_name!', 'last_name!', 'email!', 'phone', 'address!', 'cv']] as const,
    ),
    ['address2', ['first_name!', 'last_name!', 'email!', 'phone', 'address!', 'address2!', 'cv']],
    ['date_of_birth', usual],
  ])('of %s is asked of the next visitors', (field, expected) => {
    expect(asked({ lessons: [lesson(field)] })).toEqual(expected);
  });

  const phone = lesson('phone');
  test.each<readonly [string, Case, readonly string[]]>([
    [
      'is stronger than a "no"',
      { form: { details: { phone: 'no' } } },
      ['first_name!', 'last_name!', 'email!', 'phone!', 'cv'],
    ],
    ['counts for nothing where the tenant wants no lessons', { form: { learnDetails: false } }, usual],
  ])('%s', (_name, given, expected) => {
    expect(asked({ ...given, lessons: [phone] })).toEqual(expected);
  });

  test('of another job is not asked here', () => {
    expect(asked({ lessons: [lesson('phone', { job: jobId('4712') })] })).toEqual(usual);
  });

  test('of the date of birth is asked once the operator agreed', () => {
    const agreed = lesson('date_of_birth', { agreed: true });
    expect(asked({ lessons: [agreed] })).toEqual([...usual.slice(0, 4), 'date_of_birth!', 'cv']);
  });

  test.each([
    [false, true, false],
    [true, true, true],
    [true, false, false],
  ])('of equality monitoring, agreed %s, learned from %s: required %s', (agreed, learnDetails, required) => {
    const settings = settingsOf({ form: { learnDetails } }, JOB);
    const taught = taughtFields([lesson('equality_monitoring_option_ids', { agreed })], JOB);
    expect(askedForm(settings, taught).isEqualityRequired).toBe(required);
  });
});

describe('what the service missed of this applicant', () => {
  test('is asked of them, also where nothing is learned', () => {
    const form = { learnDetails: false, details: { cv: 'no' } } as const;
    const expected = [...usual.slice(0, 4), 'address!', 'cv!'];
    expect(asked({ form, missed: ['cv', 'town'] })).toEqual(expected);
  });

  test.each<readonly [string, Case, readonly string[]]>([
    [
      'is required where it was optional',
      { missed: ['phone'] },
      ['first_name!', 'last_name!', 'email!', 'phone!', 'cv'],
    ],
    ['may be left out where its value was refused', { named: ['phone', 'cv'] }, usual],
    ['is never the date of birth where that is not asked', { missed: ['date_of_birth'] }, usual],
  ])('%s', (_name, given, expected) => {
    expect(asked(given)).toEqual(expected);
  });

  test('is equality monitoring where that is asked', () => {
    const missed = ['equality_monitoring_option_ids'] as const;
    expect(askedForm(settingsOf({}, JOB), [], missed, missed).isEqualityRequired).toBe(true);
    expect(asked({ missed })).toEqual(usual);
  });
});

test('a job takes the settings of its tenant that it does not name, and no others', () => {
  const form = { employer: 'Acme', privacyUrl: 'https://a.example/privacy' };
  const jobs = { '4711': { employer: 'Acme North' } };
  expect(settingsOf({ form, jobs }, JOB)).toMatchObject({ ...form, employer: 'Acme North' });
  expect(settingsOf({ form, jobs }, jobId('4712'))).toMatchObject(form);
  expect(settingsOf({ jobs }, jobId('toString')).employer).toBeNull();
});
