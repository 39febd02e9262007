/**
 * The whole protocol between a host page and the form in its iframe (DOORS, "Message envelope").
 *
 * The host says `hello` with an id and a nonce; the frame answers `ready` with the same, and only then either
 * side believes the other. `ready` without a nonce is the frame's call "I am here": it carries nothing.
 * Each side checks origin and source before it reads, and ignores every type that it does not know.
 */
import { type FormEventName, formEventNames } from './form-events.ts';

interface Envelope<Type extends string> {
  readonly apply: 1;
  /** Names one iframe on the host's page; chosen by the host. */
  readonly id: string;
  readonly type: Type;
}

export type FrameMessage =
  | (Envelope<'ready'> & { readonly nonce: string })
  /** In CSS pixels, whole. */
  | (Envelope<'resize'> & { readonly height: number })
  /** Bring this line of the frame into view; in CSS pixels from its top. */
  | (Envelope<'scroll'> & { readonly top: number })
  /** Passed on as it came: `FormEvents` says what it holds. */
  | (Envelope<FormEventName> & { readonly detail: unknown });

export type HostMessage =
  | (Envelope<'hello'> & { readonly nonce: string })
  /** Attributes of the element to change at run time. */
  | (Envelope<'set'> & { readonly attributes: Readonly<Record<string, string>> });

/** What of a `MessageEvent` decides whether it is read at all. */
export interface Sender {
  readonly origin: string;
  readonly source: unknown;
}

/** Both must fit, since every page may post to any window, and a window may have gone to another origin. */
export const isFrom = (event: Sender, expected: Sender): boolean =>
  !!expected.source && event.source === expected.source && event.origin === expected.origin;

/** Any script on a page may post anything: null, a text, another product's envelope. */
function membersOf(data: unknown): { readonly [name: string]: unknown } {
  return typeof data === 'object' && data !== null ? { ...data } : {};
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Beyond this no form is that high: a guard against a growth loop. */
const LONGEST_PIXELS = 1_000_000;

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= LONGEST_PIXELS;

/** What the host reads; null for anything else. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  const { apply, id, type, nonce, height, top, detail } = membersOf(data);
  if (apply !== 1 || !isText(id)) return null;
  if (type === 'ready') return isText(nonce) ? { apply, id, type, nonce } : null;
  if (type === 'resize') return isLength(height) ? { apply, id, type, height } : null;
  if (type === 'scroll') return isLength(top) ? { apply, id, type, top } : null;
  const name = formEventNames.find((known) => known === type);
  return name ? { apply, id, type: name, detail } : null;
}

/** What the frame reads; null for anything else. */
export function readHostMessage(data: unknown): HostMessage | null {
  const { apply, id, type, nonce, attributes } = membersOf(data);
  if (apply !== 1 || !isText(id)) return null;
  if (type === 'hello') return isText(nonce) && nonce !== '' ? { apply, id, type, nonce } : null;
  return type === 'set' ? { apply, id, type, attributes: textMembers(attributes) } : null;
}

const textMembers = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(membersOf(value)).filter((entry): entry is [string, string] => isText(entry[1])),
  );
