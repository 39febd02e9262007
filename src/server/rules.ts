/** Rules that a variable and a member of `APPLY_CONFIG` share. */
import * as z from 'zod';

export const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** An address that only says where: what else a URL may carry would be lost, or leak. */
function isPlainAddress(text: string): boolean {
  if (!isWebAddress(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return [username, password, search, hash].every((part) => part === '');
}

/** Compared exactly, so a `*` would match nothing but itself. */
const isOrigin = (text: string): boolean =>
  isWebAddress(text) && !text.includes('*') && new URL(text).origin === text;

/** What the value of a header can carry. */
export const headerText = z.string().regex(/^[\x21-\x7e]+$/);

export const plainAddress = z.string().refine(isPlainAddress);
/** Paths are added to it. */
export const serviceUrl = plainAddress.transform((text) => text.replace(/\/+$/, ''));
export const origins = z.array(z.string().refine(isOrigin));
export const fallbackUrl = z.string().refine((text) => isWebAddress(text.replaceAll('{job}', '1')));
export const jobs = z.array(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/));
export const dateOrder = z.enum(['dmy', 'mdy']);
export const unanswered = z.enum(['hidden', 'negated']);
