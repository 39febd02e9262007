/** Rules that a variable and a member of `APPLY_CONFIG` share. */
import * as z from 'zod';
import { applicationEnds } from '../../http/options.ts';
import { REJECTION, type TagContext } from '../../service/tag-changes.ts';

export const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** An address without credentials, query or fragment: those would be lost, or leak. */
function isPlainAddress(text: string): boolean {
  if (!isWebAddress(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return [username, password, search, hash].every((part) => part === '');
}

/** Compared exactly, so `*` would match only itself. */
const isOrigin = (text: string): boolean =>
  isWebAddress(text) && !text.includes('*') && new URL(text).origin === text;

/** What a header value can carry. */
export const headerText = z.string().regex(/^[\x21-\x7e]+$/);

/** Characters of an address that browsers are sent to. */
const LONGEST_ADDRESS = 2_000;
export const webAddress = z.string().max(LONGEST_ADDRESS).refine(isWebAddress);
/** Of what a page of ours loads: it would be blocked, or told to others on the way, without https. */
export const secureAddress = webAddress.refine((text) => /^https:/i.test(text));
export const plainAddress = z.string().refine(isPlainAddress);
/** Paths are added to it. */
export const serviceUrl = plainAddress.transform((text) => text.replace(/\/+$/, ''));
/** What stands below it reaches us with this path or without it, so none of our own may begin with it. */
const ownPaths =
  /^\/(api(\/v1(\/questions)?)?|(assets|attention|beacons|challenge|demo|docs|files|form|frame|healthz|hosts|metrics|people|readyz|sandbox|sessions|submissions|\d+\.\d+\.\d+)(\/.*)?|(.*\/)?frame)$/;
export const publicUrl = plainAddress
  .transform((text) => new URL(text))
  .refine(({ pathname }) => !ownPaths.test(pathname.replace(/\/+$/, '')))
  .transform(({ origin, pathname }) => origin + pathname.replace(/\/+$/, ''));
export const origins = z.array(z.string().refine(isOrigin));
export const fallbackUrl = z.string().refine((text) => isWebAddress(text.replaceAll('{job}', '1')));
export const jobs = z.array(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/));

/** Characters: the usual size of a text column; the document states no limit. */
const MOST_CHARACTERS = 255;
/** What is read back must be the same text, so it has no surrounding blanks that could be trimmed. */
const tagText = z
  .string()
  .min(1)
  .max(MOST_CHARACTERS)
  .refine((text) => text === text.trim());
/** The context of a category, as the document derives it from its name: lower case, `_` for a space. */
const context = z.custom<TagContext>((value) => {
  const { data } = tagText.safeParse(value);
  if (data === undefined) return false;
  return data === REJECTION || (/^custom_\S+$/.test(data) && data === data.toLowerCase());
});

/** The name of a system tag is allowed in a custom category: that is a different tag. */
export const tag = z.strictObject({ tag: tagText, context }).readonly();
export const closedWhen = z
  .array(z.enum(applicationEnds))
  .refine((ends) => new Set(ends).size === ends.length);
export const dateOrder = z.enum(['dmy', 'mdy']);
export const unanswered = z.enum(['hidden', 'negated']);
export const beacons = z.enum(['on', 'off']);

/** A program and its arguments. */
export const command = z.tuple([z.string().min(1)], z.string());
