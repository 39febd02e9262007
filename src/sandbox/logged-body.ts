/** The body of a request as a person reads it: what is confidential is left out, files and other long texts are cut. */

export interface LoggedBody {
  /** Indented JSON. */
  readonly text: string;
  /** Nothing is left out, so that sending the text again asks for the same. */
  readonly isWhole: boolean;
}

/** Equality monitoring, and the tags by which consents are told. */
const confidential: readonly string[] = ['equality_monitoring_option_ids', 'add_tag_with_context'];

/** Characters of one text: the longest answer of an applicant is whole, a file is not. */
const LONGEST_TEXT = 6_000;

/** Characters of a data URI, and of what is shown of a text that is too long. */
const LONGEST_FILE = 200;
const SHOWN = 60;

/** Characters of the whole. */
const LONGEST_BODY = 16_000;

/** Levels of lists and objects: bodies of the service have six, and hostile ones more than a stack can hold. */
const DEEPEST = 32;

/** A text that takes no more once it is full. */
interface Page {
  readonly parts: string[];
  /** Below zero: something did not fit. */
  room: number;
  isLeftOut: boolean;
}

/** null for what is not JSON. */
export function loggedBody(json: unknown): LoggedBody | null {
  if (json === undefined) return null;
  const page: Page = { parts: [], room: LONGEST_BODY, isLeftOut: false };
  write(page, json, 0);
  const isFull = page.room < 0;
  if (isFull) page.parts.push(' (the rest is left out)');
  // Joining copies the parts, of which each alone would keep the text that it was cut from in memory.
  return { text: page.parts.join(''), isWhole: !isFull && !page.isLeftOut };
}

function put(page: Page, text: string): void {
  if (page.room > 0) page.parts.push(text.slice(0, page.room));
  page.room -= text.length;
}

function write(page: Page, value: unknown, depth: number): void {
  if (!(value instanceof Object)) put(page, JSON.stringify(shortened(page, value)));
  else if (depth === DEEPEST) put(page, leftOut(page, '"(nested deeper)"'));
  else writeMembers(page, value, depth);
}

function writeMembers(page: Page, value: object, depth: number): void {
  const isList = Array.isArray(value);
  const members = Object.entries(value);
  const line = `\n${'  '.repeat(depth)}`;
  put(page, isList ? '[' : '{');
  for (const [place, [name, member]] of members.entries()) {
    if (page.room < 0) return;
    put(page, `${place === 0 ? '' : ','}${line}  `);
    if (!isList) put(page, `${JSON.stringify(shortened(page, name))}: `);
    write(page, confidential.includes(name) ? leftOut(page, '(confidential)') : member, depth + 1);
  }
  put(page, `${members.length === 0 ? '' : line}${isList ? ']' : '}'}`);
}

function shortened(page: Page, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const longest = value.startsWith('data:') ? LONGEST_FILE : LONGEST_TEXT;
  if (value.length <= longest) return value;
  return leftOut(page, `${value.slice(0, SHOWN)}… (${value.length} characters)`);
}

function leftOut(page: Page, instead: string): string {
  page.isLeftOut = true;
  return instead;
}
