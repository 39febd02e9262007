/**
 * The whole protocol between a host page and the form in its iframe.
 *
 * The host says `hello` with an id and a nonce; the frame answers `ready` with the same, and only then does
 * either side trust the other. `ready` without a nonce is the frame's call "I am here": it carries nothing.
 * Each side checks origin and source before it reads, and ignores every type that it does not know.
 */
import type { FormEventName } from '../host/host.ts';

interface Envelope<Type extends string> {
  readonly apply: 1;
  /** Names one iframe on the host's page; chosen by the host. */
  readonly id: string;
  readonly type: Type;
}

export type FrameMessage =
  /**
   * `styles`: properties of the iframe whose values the frame requests, now and whenever they change.
   * `title`: a name for an iframe to which the host has given none; empty while it is not known.
   */
  | (Envelope<'ready'> & {
      readonly nonce: string;
      readonly styles: readonly string[];
      readonly title: string;
    })
  /** In CSS pixels, whole. */
  | (Envelope<'resize'> & { readonly height: number })
  /** The line to bring into view, in CSS pixels from the top of the frame. */
  | (Envelope<'scroll'> & { readonly top: number })
  /** Passed on unchanged: `FormEvents` describes it. */
  | (Envelope<FormEventName> & { readonly detail: unknown });

export type HostMessage =
  | (Envelope<'hello'> & { readonly nonce: string })
  /**
   * Attributes of the element to change at run time, the styles that `ready` has asked for, and what the host knows of
   * the applicant: read by the form as its property.
   */
  | (Envelope<'set'> & { readonly attributes: Texts; readonly styles: Texts; readonly prefill?: unknown });

/** A missing property stays as it is. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** The members of a `MessageEvent` that decide whether it is read. */
export interface Sender {
  readonly origin: string;
  readonly source: unknown;
}

/**
 * Both must fit, since every page may post to any window, and a window may have gone to another origin.
 * @param origin called only for the right window
 */
export const isFrom = (event: Sender, source: unknown, origin: () => string): boolean =>
  !!source && event.source === source && event.origin === origin();

/** Any script on a page may post anything: null, a string, another product's message. */
const membersOf = (data: unknown): { readonly [name: string]: unknown } => Object.assign({}, data);

const isText = (value: unknown): value is string => typeof value === 'string';

/** No form is higher than a million pixels: guards against a growth loop. */
const isLength = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1e6;

/**
 * True for messages that the host reads. Events are recognised by a pattern, so that a pinned script accepts newer
 * ones.
 */
export function isFrameMessage(data: unknown): data is FrameMessage {
  const { apply, id, type, styles, title, height, top } = membersOf(data);
  if (apply !== 1 || !isText(id)) return false;
  if (type === 'ready') return Array.isArray(styles) && isText(title);
  if (type === 'resize') return isLength(height);
  return type === 'scroll' ? isLength(top) : isText(type) && /^apply-[a-z-]+$/.test(type);
}

/** Reads a message of the host; null for anything else. */
export function readHostMessage(data: unknown): HostMessage | null {
  const { apply, id, type, nonce, attributes, styles, prefill } = membersOf(data);
  if (apply !== 1 || !isText(id)) return null;
  if (type === 'hello') return isText(nonce) && nonce !== '' ? { apply, id, type, nonce } : null;
  if (type !== 'set') return null;
  return { apply, id, type, attributes: textsOf(attributes), styles: textsOf(styles), prefill };
}

const textsOf = (value: unknown): Texts =>
  Object.fromEntries(
    Object.entries(membersOf(value)).filter((entry): entry is [string, string] => isText(entry[1])),
  );
