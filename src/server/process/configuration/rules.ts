/** Rules that a variable and a member of `APPLY_CONFIG` share. */
import * as z from 'zod';
import { applicationEnds } from '../../http/options.ts';
import { REJECTION, type TagContext } from '../../service/changes.ts';
import {
  judged,
  judgedSecret,
  wrongAddress,
  wrongHeader,
  wrongJob,
  wrongOrigin,
  wrongPlainAddress,
} from './wrong-values.ts';

export const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .refine((text) => /^\d{1,6}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum)
    .transform(Number);

/** What a header value can carry. */
export const headerText = judgedSecret(wrongHeader);

/** Characters of an address that browsers are sent to. */
const LONGEST_ADDRESS = 2_000;
export const webAddress = judged(wrongAddress).max(LONGEST_ADDRESS);
/** Of what a page of ours loads: it would be blocked, or told to others on the way, without https. */
export const secureAddress = judged((text) =>
  /^http:/i.test(text) ? 'begins with "http:"' : wrongAddress(text),
).max(LONGEST_ADDRESS);
export const plainAddress = judged(wrongPlainAddress);
/** Paths are added to it. */
export const serviceUrl = plainAddress.transform((text) => text.replace(/\/+$/, ''));
/** What is below it reaches us with this path or without it, so none of our own may begin with it. */
const ownPaths =
  /^\/(api(\/v1(\/questions)?)?|(assets|attention|challenge|demo|docs|files|form|frame|healthz|hosts|metrics|people|readyz|sandbox|sessions|submissions|\d+\.\d+\.\d+)(\/.*)?|(.*\/)?frame)$/;
const wrongPublicUrl = (text: string) =>
  wrongPlainAddress(text) ??
  (ownPaths.test(new URL(text).pathname.replace(/\/+$/, '')) ? 'has a path of the server itself' : null);
export const publicUrl = judged(wrongPublicUrl).transform((text) => {
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, '');
});
export const origins = z.array(judged(wrongOrigin));
export const fallbackUrl = judged(wrongAddress);
export const jobs = z.array(judged(wrongJob));
export const store = z.string().regex(/^(file:.+|postgres(ql)?:\/\/.+)$/);

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

/** A program and its arguments. */
export const command = z.tuple([z.string().min(1)], z.string());
