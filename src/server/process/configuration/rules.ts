/** Rules that variables and members of `APPLY_CONFIG` share; each is described by what it accepts. */
import * as z from 'zod';
import { applicationEnds } from '../../http/options.ts';
import { REJECTION, type TagContext } from '../../service/changes.ts';

export const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .refine((text) => /^\d{1,6}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum)
    .transform(Number)
    .describe(`a number from ${minimum} to ${maximum}`);

export const choice = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names).describe(`one of ${names.join(', ')}`);

/** What a header value can carry. */
const headerText = z.string().regex(/^[\x21-\x7e]+$/);
export const serviceKey = headerText.describe('the key that the service gave you, without spaces');
export const adminKey = headerText.describe('a key without spaces');
export const verifierSecret = headerText.max(2_000);

/** Of an address for browsers, in which `{job}` may stand. */
function isAddress(text: string): boolean {
  const address = text.replaceAll('{job}', '1');
  return /^https?:\/\/[^/\\]/i.test(text) && URL.canParse(address) && new URL(address).port !== '0';
}

/** Without what would be lost, or leak. */
function isPlain(text: string): boolean {
  if (!isAddress(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === '';
}

/** Compared exactly with what browsers send, so `*` would match only itself. */
const isOrigin = (text: string): boolean =>
  isPlain(text) && new URL(text).origin === text && /^[a-z0-9.[\]:_-]+$/.test(new URL(text).hostname);

/** Characters. */
const LONGEST_ADDRESS = 2_000;
export const webAddress = z
  .string()
  .max(LONGEST_ADDRESS)
  .refine(isAddress)
  .describe('an http or https address');
/** Of what a page of ours loads: it would be blocked, or visible to others on the way, without https. */
export const secureAddress = webAddress.refine((text) => !/^http:/i.test(text)).describe('an https address');
const plainWords = 'an http or https address without user, query or fragment';
/** Paths are added to it, first of all this one. */
export const serviceUrl = z
  .string()
  .refine(isPlain)
  .transform((text) => text.replace(/\/+$/, ''))
  .refine((text) => !text.endsWith('/api/v1'))
  .describe(`${plainWords}, and without /api/v1, which is added to it`);
/** What is below it reaches us with this path or without it, so none of our own may begin with it. */
const ownPaths =
  /^\/(api(\/v1(\/questions)?)?|(assets|attention|challenge|demo|docs|files|form|frame|healthz|hosts|metrics|people|readyz|sandbox|sessions|submissions|\d+\.\d+\.\d+)(\/.*)?|(.*\/)?frame)$/;
export const publicUrl = z
  .string()
  .refine((text) => isPlain(text) && !ownPaths.test(new URL(text).pathname.replace(/\/+$/, '')))
  .transform((text) => {
    const { origin, pathname } = new URL(text);
    return origin + pathname.replace(/\/+$/, '');
  })
  .describe(`${plainWords}, whose path, if any, is none of the server itself, as /form or /docs`);
export const fallbackUrl = z
  .string()
  .refine(isAddress)
  .describe('an http or https address, in which {job} stands for the id of the job');

export const origins = z
  .array(z.string().refine(isOrigin))
  .describe('origins as https://careers.example.com, without a path');
export const jobs = z
  .array(z.string().regex(/^(?!all$)[A-Za-z0-9_-]{1,64}$/i))
  .describe('"all", or ids of jobs');

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
  return data !== undefined && (data === REJECTION || /^custom_[^\sA-Z]+$/.test(data));
});
/** The name of a system tag is allowed in a custom category: that is a different tag. */
export const tag = z
  .strictObject({ tag: tagText, context })
  .readonly()
  .describe(
    'a tag of 1 to 255 characters as {"tag", "context"}, whose context is rejection, or custom_ and the name of its category in lower case, with _ for each space',
  );
export const closedWhen = z
  .array(z.enum(applicationEnds))
  .refine((ends) => new Set(ends).size === ends.length)
  .describe(`a list of none or some, each once, of ${applicationEnds.join(', ')}`);
export const dateOrder = choice(['dmy', 'mdy']);
export const unanswered = choice(['hidden', 'negated']);
