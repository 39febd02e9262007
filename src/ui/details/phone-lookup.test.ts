import { expect, test } from 'vitest';
import { asked, formWith } from '../../browser/details/details.support.ts';
import { detailId } from '../../core/model/details.ts';
import { en } from '../../locale/en.ts';
import { enFilling } from '../../locale/en-filling.ts';
import { createMessages } from '../../locale/messages.ts';
import { invalidityText } from '../errors/invalidity-text.ts';
import { loadPhoneNumbers, phoneNumbers } from './phone-lookup.ts';

const messages = createMessages('en', { ...en, ...enFilling });

test('a number is looked up once what knows them has been loaded, and not before', async () => {
  const form = formWith({ details: asked('phone') });
  const field = form.fields.get(detailId('phone'));
  const fault = (text: string, country: string) => {
    form.setAnswer(detailId('phone'), { kind: 'text', text, country });
    const invalidity = field?.invalidity.value;
    return field && invalidity ? invalidityText(messages, field, invalidity) : null;
  };
  expect(fault('07700 900123', 'FR')).toBeNull();
  expect(fault('later', 'FR')).toBe('Enter your phone number');
  await Promise.all([loadPhoneNumbers(() => {}), loadPhoneNumbers(() => {})]);
  expect(phoneNumbers.value).not.toBeNull();
  expect(fault('later', 'FR')).toBe('Enter a phone number in digits, such as +33 6 12 34 56 78');
  expect(fault('later', 'BR')).toBe('Enter a phone number in digits, such as +55 11 96123 4567');
  expect(fault('later', 'AQ')).toBe('Enter your phone number');
  expect(fault('07700 900123', 'FR')).toBe(
    'Enter a phone number that exists in France, or begin it with its country code',
  );
  expect(fault('+99 123456', 'GB')).toBe(
    'Enter a phone number that exists: this one does not fit its country',
  );
  expect(fault('020 7946 0018', 'GB')).toBeNull();
  // No list has the numbers of Antarctica, and the proxy could not complete this one.
  expect(fault('12345', 'AQ')).toBe(
    'Enter a phone number that exists in Antarctica, or begin it with its country code',
  );
  expect(fault('+672 1 06 123', 'AQ')).toBeNull();
});
