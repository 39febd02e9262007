/** Converts a phone number as a person writes it to E.164, which the service's filter requires. */
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { isPhoneNumber } from '../../server/service/queries.ts';

/** Spaces and dashes of every kind, brackets, dots and slashes. */
const decoration = /[\s\p{Pd}()[\]./]/gu;

/** The error is a sentence. */
export function readPhone(written: string): Outcome<string, string> {
  // `+44 (0)20 …`: the 0 is dialled only inside the country and is no part of the number.
  const bare = written.replace(/\(0\)/, '').replaceAll(decoration, '');
  // The international prefix in most countries (ITU-T E.123); no national number begins this way.
  const phone = bare.replace(/^00/, '+');
  if (isPhoneNumber(phone)) return success(phone);
  return failure(`"${written.trim()}" ${complaintAbout(phone)}`);
}

function complaintAbout(phone: string): string {
  if (phone === '') return `is no phone number. ${example}`;
  if (!/^\+?\d+$/.test(phone)) return `is no phone number: it has more than digits. ${example}`;
  if (/^[1-9]/.test(phone) && isPhoneNumber(`+${phone}`))
    return `is not in international form: the + is missing, as in +${phone}. ${example}`;
  if (!phone.startsWith('+')) return `has no country code. ${example}`;
  if (phone.startsWith('+0')) return `has no country code: none begins with 0. ${example}`;
  return `cannot be a phone number: with its country code it has 5 to 15 digits. ${example}`;
}

const example = 'Write it in international form, as +447700900123: + and country code, no 0 after it.';
