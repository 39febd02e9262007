/** What is wrong with a value: the second half of a fault's sentence. */
import * as z from 'zod';

/** Characters. */
const LONGEST_SHOWN = 80;

/** Without user, password, query and fragment, which may be secret. */
export function show(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const open = value.replace(/^([a-z][\w+.-]*:\/*)?.*@/is, '$1…@').replace(/([?#]).+/s, '$1…');
  return JSON.stringify(open.length > LONGEST_SHOWN ? `${open.slice(0, LONGEST_SHOWN)}…` : open);
}

/** @param wrongWith null: nothing */
export const judged = (wrongWith: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const fault = wrongWith(text);
    // A key that was put into the wrong variable is one long word.
    const shown = /^[\w-]{16,}$/.test(text) ? 'it' : show(text);
    if (fault !== null) context.addIssue({ code: 'custom', message: `${shown} ${fault}` });
  });

/** The same of a secret, which is not shown. */
export const judgedSecret = (wrongWith: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = wrongWith(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** Of an address for browsers or a service, in which `{job}` may stand. */
export function wrongAddress(text: string): string | null {
  if (text === '') return 'is empty';
  if (!/^https?:\/\/[^/\\]/i.test(text)) return 'does not begin with https:// or http:// and a host';
  if (/["'“”‘’»>\s]$/.test(text)) return 'ends in a quote, a bracket or a blank';
  const address = text.replaceAll('{job}', '1');
  return URL.canParse(address) && new URL(address).port !== '0'
    ? null
    : 'has a host or a port that there cannot be';
}

/** Of an address without what would be lost, or leak. */
export function wrongPlainAddress(text: string): string | null {
  const fault = wrongAddress(text);
  if (fault !== null) return fault;
  if (!URL.canParse(text)) return 'has a host or a port that there cannot be';
  const { username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '') return 'has a user or a password in it';
  if (search !== '') return 'has a query';
  return hash === '' ? null : 'has a fragment';
}

/** Compared exactly with what browsers send, so `*` would match only itself. */
export function wrongOrigin(text: string): string | null {
  if (text.includes('*')) return 'has a *, which stands for nothing here: name each origin';
  const fault = wrongPlainAddress(text);
  if (fault !== null) return fault;
  return new URL(text).origin === text
    ? null
    : 'is not as browsers send it, without a path and in lower case';
}

export const wrongJob = (text: string): string | null =>
  /^[A-Za-z0-9_-]{1,64}$/.test(text) && !/^all$/i.test(text)
    ? null
    : 'is no id, which is 1 to 64 letters, digits, _ and -';

/** Of what a header has to carry. */
export function wrongHeader(text: string): string | null {
  if (text === '') return 'it is empty';
  return /^[\x21-\x7e]+$/.test(text) ? null : 'there is a blank, or no ASCII, in it';
}

/** @returns '': it is not even begun as JSON, so it is probably the name of a file */
export function wrongJson(text: string): string {
  if (!/^\s*[[{"]/.test(text)) return '';
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length);
    const lines = text.slice(0, at).split('\n');
    return `it is no JSON at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
  }
}

/** Of an issue what its rule says, else the value, unless it is secret. */
export function reasonsOf(issue: z.core.$ZodIssue, isSecret: boolean): readonly string[] {
  if (issue.code === 'invalid_union') {
    const told = issue.errors.find((errors) =>
      errors.some(({ path, code }) => path.length > 0 || code === 'custom'),
    );
    if (told !== undefined) return told.flatMap((one) => reasonsOf(one, isSecret));
  }
  if (issue.code === 'custom' && issue.message !== UNTOLD) return issue.message === '' ? [] : [issue.message];
  const { input } = issue;
  if (isSecret || input === undefined || (typeof input === 'object' && input !== null)) return [];
  return [`${show(input)} is none`];
}

/** What zod says of a rule without words of its own. */
const UNTOLD = 'Invalid input';
