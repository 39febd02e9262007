/** What is wrong with a value, and the right value where it is known: the second half of a fault's sentence. */
import * as z from 'zod';

/** Characters. */
const LONGEST_SHOWN = 80;

/** Without user, password, query and fragment, which may be secret. */
export function show(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const open = value.replace(/^([a-z][\w+.-]*:\/*)?.*@/is, '$1…@').replace(/([?#]).+/s, '$1…');
  return JSON.stringify(open.length > LONGEST_SHOWN ? `${open.slice(0, LONGEST_SHOWN)}…` : open);
}

const write = (right: string): string => (/[@?#]/.test(right) ? '' : `, write ${show(right)}`);

/** The value without what surrounds it by mistake. */
export const bare = (text: string): string =>
  text.replace(/^(?:\[(?=\s*["'“”„‘’«])|[\s"'“”„‘’«<])+/, '').replace(/["'“”‘’»>\s]+\]?$/, '');

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
  if (bare(text) !== text) return `has quotes, brackets or blanks around it${write(bare(text))}`;
  const rest = text.replace(/^https?:?[/\\]*/i, '');
  if (rest === '') return 'names no host';
  if (/^https?(:|\/\/)(?!(?<=:)\/\/[^/\\])/i.test(text))
    return `has not "://" after its beginning${write(`${/^https/i.test(text) ? 'https' : 'http'}://${rest}`)}`;
  const [, scheme] = /^([a-z][a-z\d+.-]*):(?!\d+([/?#]|$))/i.exec(text) ?? [];
  if (scheme === undefined && !/^https?:/i.test(text)) {
    const bareHost = text.replace(/^[:/\\]+/, '');
    const secure = /^(localhost|127\.|\[)/i.test(bareHost) ? 'http' : 'https';
    const isHost = /^(localhost|\[|[^/.]+\.)/i.test(bareHost) && !/^\/(?!\/)/.test(text);
    return `has no ${secure}:// in front${isHost ? write(`${secure}://${bareHost}`) : ''}`;
  }
  if (!/^https?:/i.test(text)) return `begins with "${scheme}:", and not with https:// or http://`;
  const address = text.replaceAll('{job}', '1');
  const port = /^[^:]*:\/\/[^/?#]*:(\d+)(?=[/?#]|$)/.exec(address)?.[1];
  if (port !== undefined && (Number(port) === 0 || Number(port) > 65_535))
    return 'has a port that is not from 1 to 65535';
  return URL.canParse(address) ? null : 'has no host that there can be';
}

/** Of an address without what would be lost, or leak. */
export function wrongPlainAddress(text: string): string | null {
  const fault = wrongAddress(text);
  if (fault !== null) return fault;
  if (!URL.canParse(text)) return 'has no host that there can be';
  const { username, password, search, hash, origin, pathname } = new URL(text);
  const right = write(`${origin}${pathname === '/' ? '' : pathname}`);
  if (username !== '' || password !== '') return `has a user or a password in it${right}`;
  if (search !== '') return `has a query${right}`;
  return hash === '' ? null : `has a fragment${right}`;
}

/** Compared exactly with what browsers send, so `*` would match only itself. */
export function wrongOrigin(text: string): string | null {
  if (text === '') return 'is empty, by a comma too many';
  if (text === 'null')
    return 'is what browsers send of pages that cannot be told apart: none of them may embed';
  if (bare(text) === text && /[\s;|]/.test(text))
    return `has ; or blanks in it, where commas separate${write(
      text
        .split(/[\s;|]+/)
        .filter(Boolean)
        .join(','),
    )}`;
  if (text.includes('*')) return 'has a *, which stands for nothing here: name each origin';
  const fault = wrongPlainAddress(text);
  // Of a faulty path the origin is wanted alone, too.
  if (fault !== null && !/^has (a user|a query|a fragment)/.test(fault)) return fault;
  const { origin, pathname } = new URL(text);
  if (fault !== null) return fault.replace(/, write .*/, '') + write(origin);
  if (origin === text) return null;
  if (pathname !== '/') return `has a path${write(origin)}`;
  return text === `${origin}/`
    ? `has a slash at its end${write(origin)}`
    : `is sent by browsers in another form${write(origin)}`;
}

export function wrongJob(text: string): string | null {
  if (/^all$/i.test(text)) return 'is no id: "all" stands alone, in lower case';
  if (/^[A-Za-z0-9_-]{1,64}$/.test(text)) return null;
  if (text === '') return 'is empty, by a comma too many';
  const items = bare(text)
    .split(/[\s;|]+/)
    .filter(Boolean);
  const right = items.every((item) => /^[A-Za-z0-9_-]{1,64}$/.test(item)) ? write(items.join(',')) : '';
  return `is no id, which is 1 to 64 letters, digits, _ and -${right}`;
}

/** Of what a header has to carry. */
export function wrongHeader(text: string): string | null {
  if (text === '') return 'it is empty';
  if (/[\r\n]/.test(text)) return 'there is a line break in it';
  if (/\s/.test(text)) return 'there is a blank in it';
  return /^[\x21-\x7e]+$/.test(text) ? null : 'there is a character in it that is none of ASCII';
}

/** It may carry a password, so its beginning alone is shown. */
export function wrongStore(text: string): string | null {
  if (/^(file:.+|postgres(ql)?:\/\/.+)$/.test(text)) return null;
  if (bare(text) !== text) return 'there are quotes or blanks around it';
  const [, scheme, rest = ''] = /^([a-z][\w+.-]*:\/*)(.*)/is.exec(text) ?? [];
  if (scheme === undefined) return 'it has neither of them in front';
  return rest === '' ? `nothing follows ${show(scheme)}` : `it begins with ${show(scheme)}`;
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
    return at >= text.length
      ? 'it ends too soon'
      : `it is no JSON at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
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
