/** What a refusal may name without telling whether a person has applied before. */
import { describe, expect, test } from 'vitest';
import type { NamedFault } from './application-members.ts';
import { refusedMembers } from './refused-members.ts';

const namedBy = (...faults: readonly Partial<NamedFault>[]) =>
  refusedMembers(faults.map((known) => ({ pointer: null, attribute: null, detail: null, ...known }))).members;

const toEmail = { pointer: '/data/attributes/email' };

describe('an email is named where its form or its absence is at fault', () => {
  test.each([
    "Email can't be blank",
    'Email is invalid',
    'Email is not valid',
    'Email is missing',
    'Email is required',
    'Email must be given',
    'Email must be a valid email address',
    'Email must be an email address',
    'Email must contain an @',
    'Email is too long (maximum is 255 characters)',
    'Email is too short',
    'Email is malformed',
    'Email has the wrong format',
    'Email is not an email',
    'Email is not a valid address',
    'Email does not look like an email address',
    'Email domain does not exist',
    "The applicant's email is invalid",
    "The candidate's email can't be blank",
    'Please provide an email',
    'Please enter a valid email address.',
    'You must provide an email and a phone number',
    'This job requires an email',
    'Missing email',
    'No email was given',
  ])('%s', (detail) => {
    expect(namedBy({ detail })).toContain('email');
  });

  test.each<readonly [string, Partial<NamedFault>]>([
    ['by pointer', { detail: "can't be blank" }],
    ['by a message', { detail: 'Validation failed', message: 'is invalid' }],
    ['by its code alone', { words: ['blank'] }],
    ['by its title alone', { words: ['invalid_attribute', 'Invalid Attribute'] }],
  ])('%s', (_name, known) => {
    expect(namedBy({ ...toEmail, ...known })).toEqual(['email']);
  });
});

describe('an email is named by nothing else', () => {
  test.each([
    'Email is not available',
    'Email is unavailable',
    'Email matches an application',
    'Email is known',
    'Email is not allowed',
    'Email is blocked',
    'Email cannot be used',
    'Email was recognised',
    'Email belongs to another',
    'Email conflicts with a record',
    'Email is invalid (used)',
    'Email is invalid: it is not available',
    'Email is not valid, as it matches an application',
    'Email is invalid for a candidate who is known to us',
    'Email is missing or already in use',
    'Email must be different',
    'Please provide a different email',
    'Please provide another email address',
    'Please enter a new email',
    'Please enter an email that is not in our system',
    'Email ist schon vergeben',
  ])('%s', (detail) => {
    expect(namedBy({ detail })).toEqual([]);
    expect(namedBy({ ...toEmail, detail })).toEqual([]);
    expect(namedBy({ attribute: 'email', message: detail })).toEqual([]);
  });

  test.each<readonly [string, Partial<NamedFault>]>([
    ['a place without words', {}],
    ['empty words', { detail: ' ' }],
    ['a title that stands for any fault', { words: ['unprocessable_entity', 'Validation Error'] }],
    ['a title that says more than its words', { detail: 'We have met', words: ['Invalid Attribute'] }],
    ['words that say more than their code', { detail: 'is not available', words: ['invalid'] }],
    ['a code that says more than its words', { detail: 'is invalid', words: ['email_not_available'] }],
  ])('%s', (_name, known) => {
    expect(namedBy({ ...toEmail, ...known })).toEqual([]);
  });

  test('not even where another fault is about its form', () => {
    expect(
      namedBy(
        { detail: 'Email is not available' },
        { detail: 'Email is invalid' },
        { detail: 'CV is missing' },
      ),
    ).toEqual(['cv_base64_data']);
  });
});

describe('other data of a person are named unless they may be another’s as well', () => {
  test.each([
    'Phone matches another',
    'Phone matches an application',
    'Phone is not available',
    'Phone belongs to someone else',
    'Phone was seen before',
    'Linkedin url is claimed',
    'Please provide another phone number',
    'Phone is required, as you have already applied',
    'Phone is required if you have applied before',
    'Phone must not be already submitted',
    'Phone is linked to a candidate',
    'Phone is associated with an account',
    'Phone is used by a colleague',
    'Phone conflicts with a record',
    'Phone is in the system',
    'Phone cannot be reused',
    'LinkedIn profile is assigned to a candidate',
  ])('not by %s', (detail) => {
    expect(namedBy({ detail })).toEqual([]);
  });

  test.each([
    'Phone matches no country',
    'Phone has not matched',
    'Phone is required unless already given',
    'Phone is required if you have not already provided one',
    'Phone is required if it was not previously given',
    'Phone must match its country',
  ])('but by %s', (detail) => {
    expect(namedBy({ detail })).toEqual(['phone']);
  });
});

describe('what is no person’s is named by an honest demand, whatever it excepts', () => {
  test.each<readonly [string, string]>([
    ['CV is required unless already given', 'cv_base64_data'],
    ["CV can't be blank unless one exists", 'cv_base64_data'],
    ['CV is required unless it is on file', 'cv_base64_data'],
    ['Please upload a CV if you have not already done so', 'cv_base64_data'],
    ['Cover letter must be given, the previous one was lost', 'cover_letter_base64_data'],
    ['Documents are required, each with a unique title', 'documents_base64'],
    ['Documents must have unique names', 'documents_base64'],
    ['Address is required unless previously provided', 'address1'],
  ])('%s', (detail, member) => {
    expect(namedBy({ detail })).toEqual([member]);
  });

  test.each([
    'CV is required, as you have applied before',
    'CV is required, because the email already exists',
    'CV is required for another application',
    'CV is required, since this candidate exists',
    'CV must be unique',
    'CV has previously been uploaded',
    'Job is required, as an application exists',
    'Job is required, as it was already taken',
    'Job cannot be applied for again',
    'Job takes one application from each',
    'Job is limited to one per person',
  ])('but not by %s', (detail) => {
    expect(namedBy({ detail })).toEqual([]);
  });
});
