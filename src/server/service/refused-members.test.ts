import { describe, expect, test } from 'vitest';
import { memberNames, type NamedFault } from './application-members.ts';
import { refusedMembers } from './refused-members.ts';

const fault = (known: Partial<NamedFault>): NamedFault => ({
  pointer: null,
  attribute: null,
  detail: null,
  ...known,
});
const namedBy = (...details: readonly string[]) =>
  refusedMembers(details.map((detail) => fault({ detail }))).members;

test.each<readonly [string, Partial<NamedFault>, readonly string[]]>([
  ['a pointer to an attribute', { pointer: '/data/attributes/phone' }, ['phone']],
  ['a pointer to a relationship', { pointer: '/data/relationships/job' }, ['job']],
  ['a pointer to its link', { pointer: '/data/relationships/job/data/id' }, ['job']],
  [
    'a pointer to one of several',
    { pointer: '/data/attributes/documents_base64/1/data' },
    ['documents_base64'],
  ],
  ['the name of the attribute', { attribute: 'last_name' }, ['last_name']],
  ['the name at the start of the words', { detail: "email can't be blank" }, ['email']],
  ['the name with a capital', { detail: 'Email is invalid' }, ['email']],
  ['the name in words', { detail: 'First name is too long (maximum is 255)' }, ['first_name']],
  ['the name as it is written', { detail: "last_name can't be blank" }, ['last_name']],
  ['the longer of two names', { detail: 'Phone iso2 is not a country' }, ['phone_iso2']],
  ['the shorter of two names', { detail: "Phone can't be blank" }, ['phone']],
  ['the pointer before the words', { pointer: '/data/attributes/email', detail: 'Phone is bad' }, ['email']],
  ['a strange pointer, then words', { pointer: '/data/attributes/x', detail: 'Email is bad' }, ['email']],
  ['nothing', {}, []],
  ['a longer word', { detail: 'Emails are off' }, []],
  ['a name of JavaScript', { pointer: '/data/attributes/__proto__', attribute: 'constructor' }, []],
  ['a name that is not ours', { attribute: 'Anna Smith', detail: 'anna@example.com is taken' }, []],
])('%s names the member', (_name, known, members) => {
  expect(refusedMembers([fault(known)]).members).toEqual(members);
});

test('several faults name each member once, in their order', () => {
  const faults = ['email is invalid', 'First name is short', "email can't be blank", 'Something else'];
  expect(namedBy(...faults)).toEqual(['email', 'first_name']);
});

/** As a service writes a name in a sentence. */
const written = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

test.each(memberNames)('of %s each writing of its own name is understood', (name) => {
  const sentences = [
    `${name} can't be blank`,
    `${written(name)} can't be blank`,
    `${written(name)} is invalid`,
  ];
  for (const sentence of sentences) expect(namedBy(sentence)).toEqual([name]);
});

describe('a demand names what it demands', () => {
  test.each<readonly [string, ...string[]]>([
    ["Cv can't be blank", 'cv_base64_data'],
    ['CV must be provided', 'cv_base64_data'],
    ['Resume is missing', 'cv_base64_data'],
    ['Résumé is required', 'cv_base64_data'],
    ['Cover letter can’t be blank', 'cover_letter_base64_data'],
    ["Documents can't be blank", 'documents_base64'],
    ["Equality monitoring option ids can't be blank", 'equality_monitoring_option_ids'],
    ['Equality monitoring must be answered', 'equality_monitoring_option_ids'],
    ["Date of birth can't be blank", 'date_of_birth'],
    ["Linkedin url can't be blank", 'linkedin_url'],
    ["LinkedIn can't be blank", 'linkedin_url'],
    ["Phone iso2 can't be blank", 'phone_iso2'],
    ["Address1 can't be blank", 'address1'],
    ["Address line 1 can't be blank", 'address1'],
    ["State/Province can't be blank", 'state_province'],
    ["City can't be blank", 'town'],
    ['Postal code is required', 'postcode'],
    ["Preferred pronouns can't be blank", 'preferred_pronouns'],
    ['Phone number is required', 'phone'],
    ['The email is invalid', 'email'],
    ["Applicant's phone number must be given", 'phone'],
    ['A phone number and a CV are required', 'phone', 'cv_base64_data'],
    ['Please provide a phone number', 'phone'],
    ['Please provide a valid phone number.', 'phone'],
    ['You must upload your CV and a cover letter.', 'cv_base64_data', 'cover_letter_base64_data'],
    ['Please upload a CV to apply for this job', 'cv_base64_data'],
    ['This job requires a CV', 'cv_base64_data'],
    ['Applications for this job must include a phone number', 'phone'],
    ['Missing phone', 'phone'],
    ['Missing required attributes: phone, address1', 'phone', 'address1'],
    ['Required: CV', 'cv_base64_data'],
    ['No phone number was given', 'phone'],
    ['CV or LinkedIn is required', 'cv_base64_data', 'linkedin_url'],
    ['Either a CV or a LinkedIn profile is required', 'cv_base64_data', 'linkedin_url'],
    ['At least one of CV and LinkedIn must be given', 'cv_base64_data', 'linkedin_url'],
    ['One of the following is required: CV, phone', 'cv_base64_data', 'phone'],
    ['One or more documents are required', 'documents_base64'],
    ['If no CV is given, a cover letter is required', 'cover_letter_base64_data'],
  ])('%s', (sentence, ...members) => {
    expect(namedBy(sentence)).toEqual(members);
  });
});

describe('a job that takes no applications is named', () => {
  test.each([
    'Job is closed',
    'The job is not open',
    'This job was previously filled',
    'This job has already been filled.',
    'The position has been archived',
    'This vacancy is closed to new applications',
    'This job is no longer available',
    'The job no longer exists',
    'Job is no longer taken',
  ])('%s', (sentence) => {
    expect(namedBy(sentence)).toEqual(['job']);
  });

  test.each(['The job is closed to you', 'The job has already been taken', 'This job was filled with care'])(
    'control: not by %s',
    (sentence) => {
      expect(namedBy(sentence)).toEqual([]);
    },
  );
});

test.each([
  'Validation failed',
  'Record not found',
  'We will answer by email',
  'An email was sent to the recruiter about your phone',
  'Please contact us by phone',
  'Please add documents@example.com to your contacts',
  'No email template is configured',
  'The state machine has no such event',
  'Missing permission to write documents',
  'This job requires a recruiter with a phone',
  'x'.repeat(100_000),
  `please ${'provide '.repeat(10_000)}`,
])('a sentence in which a name is only mentioned names nothing: %.60s', (sentence) => {
  expect(namedBy(sentence)).toEqual([]);
});

describe('whether a person has applied before is never told', () => {
  test.each<readonly [string, Partial<NamedFault>]>([
    ['in the words of Rails', { detail: 'Email has already been taken' }],
    ['by pointer', { pointer: '/data/attributes/email', detail: 'has already been taken' }],
    ['by the name of the attribute', { attribute: 'email', detail: 'already exists' }],
    ['by its code', { pointer: '/data/attributes/email', words: ['taken'] }],
    ['by its title', { attribute: 'email', detail: 'is invalid', words: ['Duplicate record'] }],
    ['with an article', { detail: 'The email address is already in use' }],
    ['as a duplicate', { detail: 'Email is a duplicate' }],
    ['as not unique', { detail: 'email must be unique' }],
    ['as another one’s', { detail: 'Email belongs to another candidate' }],
    ['as what was registered', { detail: 'Email address is registered' }],
    ['of a phone number', { detail: 'Phone number has already been taken' }],
    ['of a profile', { detail: 'Linkedin url has already been taken' }],
    ['of a person', { detail: 'A candidate with this email has already applied' }],
    ['of the job', { detail: 'Job has already been taken' }],
    ['of the job, by pointer', { pointer: '/data/relationships/job', detail: 'has already been taken' }],
    ['of the job, by its code', { attribute: 'job', detail: 'is invalid', words: ['taken'] }],
    ['of the job, as not unique', { detail: 'Job must be unique' }],
    ['of the job, as what exists', { detail: 'Job application already exists' }],
    ['of the job, as applied for', { detail: 'Job was applied for by this email' }],
    ['of an email that is on file', { detail: 'Email is on file' }],
    ['of an email that was used', { detail: 'Email has been used' }],
    ['of an email of an existing person', { detail: 'Email belongs to an existing candidate' }],
    ['of the job, as once for each', { detail: 'Job can be applied for only once' }],
    ['of what no person has', { detail: 'Summary has already been taken' }],
    ['of an address', { pointer: '/data/attributes/postcode', words: ['taken'] }],
    ['of a file', { detail: 'CV has already been uploaded' }],
  ])('%s', (_name, known) => {
    expect(refusedMembers([fault(known)]).members).toEqual([]);
  });

  test('not even where another fault names the same member', () => {
    expect(namedBy('Email has already been taken', "Phone can't be blank", 'Email is invalid')).toEqual([
      'phone',
    ]);
  });

  test('and a closed job stays one beside it, as it is for those who never applied', () => {
    expect(namedBy('Job has already been taken', 'Job is closed')).toEqual(['job']);
  });

  test('our own reference is kept where it is taken together with something else', () => {
    const words = 'External system reference and email must be unique';
    expect(namedBy(words)).toEqual(['external_system_reference']);
  });

  test.each<readonly [string, string]>([
    // By it an application of our own making is recognised.
    ['External system reference has already been taken', 'external_system_reference'],
    ['Job is already closed', 'job'],
    ['Job has already been filled', 'job'],
    ['Job no longer exists', 'job'],
    ['Job was taken offline', 'job'],
    ['Job must exist', 'job'],
    ['Email does not exist', 'email'],
    ['Phone number is not registered', 'phone'],
    ["Email can't be blank", 'email'],
    ['Phone number is required. Validation rules applied.', 'phone'],
  ])('control: %s names its member', (sentence, member) => {
    expect(namedBy(sentence)).toEqual([member]);
  });
});
