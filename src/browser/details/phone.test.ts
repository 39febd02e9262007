import { expect, test } from 'vitest';
import { detailId } from '../../core/model/details.ts';
import { en } from '../../locale/en.ts';
import { enLazy } from '../../locale/en-lazy.ts';
import { createMessages } from '../../locale/messages.ts';
import { invalidityText } from '../../ui/errors/invalidity-text.ts';
import { asked, formWith } from './details.support.ts';
import { phoneLookup } from './phone.ts';
import { phoneNumbers } from './phone-numbers.ts';

test.each<[string, string, string | null, string]>([
  ['02079460018', 'GB', '020 7946 0018', 'GB'],
  ['+442079460018', 'DE', '+44 20 7946 0018', 'GB'],
  ['0044 20 7946 0018', 'DE', '+44 20 7946 0018', 'GB'],
  ['(202) 456-1111', 'US', '(202) 456-1111', 'US'],
  ['416 555 0123', 'US', '(416) 555-0123', 'CA'],
  ['020 7946 001', 'GB', null, ''],
  ['07700 900123', 'FR', null, ''],
  ['+99 123456', 'GB', null, ''],
  ['+800 1234 5678', 'GB', null, ''],
  ['+358 128 7473', 'GB', '+358 12 87473', 'FI'],
  ['+358 128 7473', 'AX', '+358 12 87473', 'AX'],
  ['call 020 7946 0018 at night', 'GB', null, ''],
])('%s in %s', (text, country, shown, own) => {
  expect(phoneNumbers.read(text, country)).toEqual(shown === null ? null : { text: shown, country: own });
});

const messages = createMessages('en', { ...en, ...enLazy });

test('a number is looked up once what knows them has been loaded, and not before', async () => {
  const form = formWith({ details: asked('phone') });
  const field = form.fields.get(detailId('phone'));
  const fault = (text: string, country: string) => {
    form.setAnswer(detailId('phone'), { kind: 'text', text, country });
    const invalidity = field?.invalidity.value;
    return field && invalidity ? invalidityText(messages, field, invalidity) : null;
  };
  expect(fault('07700 900123', 'FR')).toBeNull();
  phoneLookup.load();
  phoneLookup.load();
  await expect.poll(() => phoneLookup.known().value).not.toBeNull();
  expect(field?.invalidity.value).not.toBeNull();
  expect(fault('07700 900123', 'FR')).toBe(
    'Enter a phone number that exists in France, or begin it with its country code',
  );
  expect(fault('+99 123456', 'GB')).toBe(
    'Enter a phone number that exists: this one does not fit its country',
  );
  expect(fault('020 7946 0018', 'GB')).toBeNull();
  // Of Antarctica nobody knows the numbers.
  expect(fault('12345', 'AQ')).toBeNull();
});
