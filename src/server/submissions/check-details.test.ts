import { describe, expect, test } from 'vitest';
import { type AskedName, askedNames, type Details, type GivenDetails } from '../../core/model/details.ts';
import { normaliseDetails } from './body.ts';
import { findTextFaults } from './check-submission.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

describe('normalising details', () => {
  const british = { country: 'GB', address1: '1 High Street', town: 'York', postcode: 'YO1 7HH' };
  test.each<readonly [string, GivenDetails, Details]>([
    ['drops a country alone', { first_name: 'Ada', country: 'US', town: '' }, { first_name: 'Ada' }],
    ['keeps an address line without a country', { town: 'York' }, { town: 'York' }],
    [
      'completes a national phone number with the country of the address',
      { ...british, phone: '020 7946 0958' },
      { ...british, phone: '+442079460958', phone_iso2: 'GB' },
    ],
    ['leaves an invalid phone number as it was typed', { phone: '12', phone_iso2: 'GB' }, { phone: '12' }],
  ])('%s', (_name, given, written) => {
    expect(normaliseDetails(given)).toEqual(written);
  });
});

type Wishes = Readonly<Partial<Record<AskedName, 'required' | 'optional'>>>;

const detailsFor = (wishes: Wishes) =>
  askedNames.flatMap((name) => {
    const wish = wishes[name];
    return wish === undefined ? [] : [{ name, required: wish === 'required' }];
  });

describe('faults in texts', () => {
  test.each<readonly [string, Details, readonly string[]]>([
    ['finds a missing first name', {}, ['first_name required']],
    [
      'finds a national phone number without a country',
      { first_name: 'x', phone: '020 7946 0958' },
      ['phone invalid_phone'],
    ],
    [
      'finds a date in the future',
      { first_name: 'x', date_of_birth: '2026-06-03' },
      ['date_of_birth in_future'],
    ],
    ['finds an unknown country', { first_name: 'x', country: 'XX' }, ['country not_an_option']],
    [
      'finds a state given by its letters',
      { first_name: 'x', country: 'US', state_province: 'OH' },
      ['state_province not_an_option'],
    ],
  ])('%s', (_name, given, faults) => {
    const found = findTextFaults(given, detailsFor({ first_name: 'required', email: 'optional' }), NOW);
    expect(found.map(({ name, fault }) => `${name} ${fault}`)).toEqual(faults);
  });

  test.each<readonly [string, Details]>([
    ['a leap day', { date_of_birth: '2000-02-29' }],
    ['a day that has begun somewhere on earth', { date_of_birth: '2026-06-02' }],
    ['Kosovo', { country: 'XK' }],
    ['the capital of the United States', { country: 'US', state_province: 'District of Columbia' }],
    ['an international phone number', { phone: '+442079460958', phone_iso2: 'GB' }],
  ])('accepts %s', (_name, given) => {
    expect(findTextFaults(given, [], NOW)).toEqual([]);
  });
});

describe('required lines are reported for an address that is', () => {
  const british = { country: 'GB', address1: '1 High Street', town: 'York', postcode: 'YO1 7HH' };
  const american = { country: 'US', address1: '1 Main Street', town: 'Salem', postcode: '97301' };
  const { town: _town, ...townless } = british;
  test.each<readonly [string, Wishes, Details, readonly string[]]>([
    ['required and not given', { address: 'required' }, {}, ['country', 'address1', 'town', 'postcode']],
    ['required and complete (none)', { address: 'required' }, british, []],
    ['required and without a town', { address: 'required' }, townless, ['town']],
    ['in the United States without a state', { address: 'required' }, american, ['state_province']],
    ['in the United States (none)', { address: 'required' }, { ...american, state_province: 'Oregon' }, []],
    [
      'in Hong Kong without a town (none)',
      { address: 'required' },
      { country: 'HK', address1: '12 Harbour Road' },
      [],
    ],
    ['without a required second line', { address: 'required', address2: 'required' }, british, ['address2']],
    ['optional and not given (none)', { address: 'optional' }, {}, []],
    ['optional with a country only (none)', { address: 'optional' }, { country: 'GB' }, []],
    ['optional and begun', { address: 'optional' }, { town: 'York' }, ['country', 'address1', 'postcode']],
    ['not asked for (none)', {}, {}, []],
  ])('%s', (_name, wishes, given, missing) => {
    const found = findTextFaults(given, detailsFor(wishes), NOW);
    expect(found).toEqual(missing.map((name) => ({ name, fault: 'required' })));
  });
});
