/** Which demands hold for every application for a job: what is named in alternatives or under a condition does not. */
import { describe, expect, test } from 'vitest';
import type { NamedFault } from './application-members.ts';
import { refusedMembers } from './refused-members.ts';

const readFaults = (...faults: readonly Partial<NamedFault>[]) =>
  refusedMembers(faults.map((known) => ({ pointer: null, attribute: null, detail: null, ...known })));

const toCv = { pointer: '/data/attributes/cv_base64_data' };

describe('an alternative is demanded of none alone', () => {
  test.each([
    'CV or LinkedIn is required',
    'CV, phone or LinkedIn is required',
    'CV and phone, or LinkedIn, must be given',
    'CV and/or LinkedIn is required',
    'CV/LinkedIn is required',
    'CV or portfolio is required',
    'CV, or LinkedIn profile, is required',
    'Please attach your CV/cover letter',
    'Either a CV or a cover letter must be given',
    'One of CV, LinkedIn is required',
    'At least one of CV and LinkedIn must be given',
    'One of the following is required: CV, LinkedIn',
    'Please provide a CV or a LinkedIn profile',
    'Please upload a CV (or a cover letter)',
    'This job requires a CV or a phone number',
    'No CV or LinkedIn was given',
    'CV is required, alternatively a LinkedIn profile',
    'CV is required instead of a cover letter',
    'CV or cover letter is missing or blank',
  ])('%s', (detail) => {
    const { members, conditional } = readFaults({ detail });
    expect(members).toContain('cv_base64_data');
    expect(conditional).toEqual(members);
  });
});

describe('what a condition asks for is demanded of some alone', () => {
  test.each([
    'Cover letter is required if no CV is given',
    'Cover letter is required unless a CV is given',
    'Cover letter is required when no CV is given',
    'Cover letter is required where applicable',
    'Cover letter is required without a CV',
    'Cover letter is required with a CV',
    'Cover letter is required as long as there is no CV',
    'Cover letter is required, depending on the job',
    'Cover letter is required because no CV was given',
    'Cover letter is required as you gave no CV',
    'Cover letter is required in the US',
    'Cover letter is required in Germany',
    'Cover letter is required for country US',
    'Cover letter is required for US applicants',
    'Cover letter is required for applicants in the US',
    'Cover letter is required for candidates from Germany',
    'Cover letter is required for jobs in Germany',
    'Cover letter is required outside the EU',
    'Cover letter is required within the EU',
    'Cover letter is required for drivers',
    'Cover letter is required only of graduates',
    'Cover letter is required of graduates',
    'Cover letter is required by international applicants',
    'Cover letter is required when applying without a CV',
    'Cover letter is required when applying as a driver',
    'Cover letter is required for applicants under 18',
    'Cover letter is required in your country',
    'Cover letter is required. This applies only if no CV is given.',
    'If no CV is given, a cover letter is required',
    'Please add a cover letter if you have no CV',
    'Cover letter is required (US only)',
    'Cover letter is required for applicants (US)',
    'Cover letter is required, else a profile',
    'Cover letter is required due to your country',
    'Cover letter is required based on your location',
    'Cover letter is required as your CV is blank',
    'Cover letter is required given your stage',
    'Cover letter is required with a foreign address',
    'If you have no portfolio, a cover letter is required',
    'If you need sponsorship, cover letter is required',
    'If you have a visa, please provide a cover letter',
    'Cover letter is required, if you have no portfolio',
    'Cover letter is required; if you have a portfolio it is optional',
    'Cover letter is required, contact: US only',
    'Cover letter is required, contact us if you are no graduate',
  ])('%s', (detail) => {
    const cover = 'cover_letter_base64_data';
    expect(readFaults({ detail })).toEqual({ members: [cover], conditional: [cover] });
  });
});

describe('a plain demand is one, whatever it says beside', () => {
  test.each([
    "CV can't be blank",
    'CV is required',
    'CV is required when applying',
    'CV is required when you apply for this job',
    'CV is required when creating an application',
    'CV is required for this job',
    'CV is required for every application',
    'CV is required for all applicants',
    'CV is required to apply',
    'CV is required to apply for this position.',
    'CV is required in order to apply',
    'CV is required in this application',
    'CV is required in addition',
    'CV is required by law',
    'CV is missing or invalid',
    'CV is blank or could not be read',
    'CV or resume is required',
    'CV/resume is required',
    'Please provide us with a CV',
    'Please upload your CV as a PDF',
    'Please upload a CV to apply for this job',
    'You must upload your CV before you apply.',
    'A CV and a phone number are required',
    'Applications for this job must include a CV',
    'Missing required attributes: CV, phone',
    'No CV was given',
    'CV is required. If you have questions, contact us.',
    'CV is required; please try again',
    'CV is a required field',
    'CV must exist',
    'CV is missing from the request',
    'A CV must be provided with your application',
    'CV can’t be blank, phone can’t be blank and email is invalid',
  ])('%s', (detail) => {
    const { members, conditional } = readFaults({ detail });
    expect(members).toContain('cv_base64_data');
    expect(conditional).toEqual([]);
  });

  test.each<readonly [string, string]>([
    ['Town or city is required', 'town'],
    ['State/Province can’t be blank', 'state_province'],
    ['Postcode or ZIP code is required', 'postcode'],
    ['Phone or mobile number is required', 'phone'],
    ['One or more documents are required', 'documents_base64'],
  ])('%s', (detail, member) => {
    expect(readFaults({ detail })).toEqual({ members: [member], conditional: [] });
  });
});

describe('words that are not known here demand nothing of all', () => {
  test.each([
    'CV must be a PDF or a Word document',
    'CV must be one of the accepted types',
    'CV is required for the role of Nurse in London',
    'CV is required as this job demands it',
    'CV muss angegeben werden',
  ])('%s', (detail) => {
    expect(readFaults({ detail }).conditional).toEqual(['cv_base64_data']);
  });
});

describe('where a place names the member', () => {
  test.each<readonly [string, Partial<NamedFault>]>([
    ['its words say the condition', { detail: 'is required if no letter is given' }],
    ['its words say the alternative', { detail: 'or a LinkedIn profile is required' }],
    ['its words begin with it', { detail: 'Should no letter be given, it is required' }],
    ['its message says it', { message: 'must be given in the US' }],
    ['its title says it, and nothing else does', { words: ['Required if no letter is given'] }],
    ['its words begin with the country', { detail: 'US: CV is required' }],
    ['its words begin with what is not there', { detail: 'no letter is given, it is required' }],
  ])('%s', (_name, known) => {
    const cv = 'cv_base64_data';
    expect(readFaults({ ...toCv, ...known })).toEqual({ members: [cv], conditional: [cv] });
  });

  test.each<readonly [string, Partial<NamedFault>]>([
    ['alone', {}],
    ['with plain words', { detail: "can't be blank" }],
    [
      'with plain words under a title for any fault',
      { detail: 'is missing', words: ['Bad value for field'] },
    ],
  ])('%s it is demanded', (_name, known) => {
    expect(readFaults({ ...toCv, ...known }).conditional).toEqual([]);
  });
});

test('what one fault names in an alternative and another plainly is demanded', () => {
  const faults = [{ detail: 'CV or LinkedIn is required' }, { detail: "CV can't be blank" }];
  expect(readFaults(...faults)).toEqual({
    members: ['cv_base64_data', 'linkedin_url'],
    conditional: ['linkedin_url'],
  });
  expect(readFaults(...[...faults].reverse()).conditional).toEqual(['linkedin_url']);
});
