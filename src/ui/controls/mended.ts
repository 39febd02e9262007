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

/** "Portfolio: <https://…>", as people set addresses apart; typed in full width, it is an address all the same. */
export function mendedUrl(typed: string): string {
  const wide = /[\u3002\uff0e\uff0f\uff1a]/.test(typed);
  const plain = (wide ? halfWidth(typed) : typed).replace(invisible, '');
  const [, inner = plain] =
    /^\s*<\s*([^<>\s]+)\s*>\s*$/.exec(plain) ??
    /^[^<>/]*[\s<:](https?:\/\/[^\s<>]+)[\s>]*$/i.exec(plain) ??
    [];
  return inner;
}

/** Digits and signs of other scripts, and the scheme of a link. */
export const mendedPhone = (typed: string): string => plainDigits(halfWidth(typed)).replace(/^\s*tel:/i, '');

const halfWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3002', '.');

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
