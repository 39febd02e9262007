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

/** null for what is not JSON. */
export function loggedBody(json: unknown): LoggedBody | null {
  if (json === undefined) return null;
  let isWhole = true;
  const readable = (name: string, value: unknown) => {
    const kept = confidential.includes(name) ? '(confidential)' : shortened(value);
    isWhole &&= kept === value;
    return kept;
  };
  const text = JSON.stringify(json, readable, 2);
  return text.length > LONGEST_BODY ? { text: cut(text, LONGEST_BODY), isWhole: false } : { text, isWhole };
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const longest = value.startsWith('data:') ? LONGEST_FILE : LONGEST_TEXT;
  return value.length > longest ? cut(value, SHOWN) : value;
}

const cut = (text: string, length: number): string => `${text.slice(0, length)}… (${text.length} characters)`;
