import { plainDigits } from '../../core/model/plain-digits.ts';

/** As copied from a mail program, or typed on a keyboard of another script; what becomes no address stays as it is. */
export function mendedEmail(typed: string): string {
  const plain = halfWidth(typed).replace(invisible, '');
  const [, inner = plain] = /^[^<>]*<([^<>]*)>[\s.,;]*$/.exec(plain) ?? [];
  const [, mailto] = /^\s*mailto:([^?]*)/i.exec(inner) ?? [];
  const address = (mailto === undefined ? inner : decoded(mailto)).replace(/^\s+/, '').replace(trailing, '');
  return oneAddress.test(address) ? address : typed;
}

/** Whether it is a good one the check of the answer decides. */
const oneAddress = /^[^\s@<>,;:"]+@[^\s@<>,;:".]+(?:\.[^\s@<>,;:".]+)+$/;

/** "<https://…>", as mail programs set addresses apart. */
export const mendedUrl = (typed: string): string => /^\s*<\s*([^<>\s]+)\s*>\s*$/.exec(typed)?.[1] ?? typed;

/** Digits and signs of other scripts, and the scheme of a link. */
export const mendedPhone = (typed: string): string => plainDigits(halfWidth(typed)).replace(/^\s*tel:/i, '');

const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

/** Without width: marks of direction, which come along with what is copied from a page. */
const invisible = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const trailing = /(?<![\s.,;])[\s.,;]+$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
