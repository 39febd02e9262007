/** The frame's side of the protocol: answers the host's `hello`, then reports the height and every event. */

import { type FormEventName, formEventNames } from '../host/events.ts';
import { followAttributes } from '../pages/open-page.ts';
import { type FollowedPage, followHeight } from './frame-height.ts';
import { frameStyles, takeStyles } from './frame-styles.ts';
import { type FrameMessage, type HostMessage, isFrom, readHostMessage, type Sender } from './messages.ts';

/** The parts of `window` that the link needs. */
export interface FrameWindow extends FollowedPage, StyledPage {
  readonly parent: { postMessage(message: unknown, origin: string): void };
  addEventListener(type: 'message', listener: (event: Sender & { readonly data: unknown }) => void): void;
  addEventListener(type: 'resize', listener: () => void): void;
}

export interface FrameParts {
  readonly page: FrameWindow;
  readonly element: HTMLElement;
  /** The element whose height is that of the whole form. */
  readonly measured: HTMLElement;
}

interface Host {
  readonly id: string;
  readonly origin: string;
  readonly nonce: string;
}

type Unaddressed = FrameMessage extends infer Message
  ? Message extends FrameMessage
    ? Omit<Message, 'id' | 'apply'>
    : never
  : never;

/** What a host may change while the form is open. */
const changeable = ['lang', 'theme'];

export function linkToHost({ page, element, measured }: FrameParts): void {
  let host: Host | null = null;
  let tellHeight: (() => void) | null = null;
  /** The last event of each kind, kept until the host has said `hello`, which some hosts never do. */
  const missed = new Map<string, Unaddressed>();

  const post = (message: Unaddressed) => {
    if (host !== null) page.parent.postMessage({ apply: 1, id: host.id, ...message }, host.origin);
  };
  /** Empty until the form has loaded, because the title may still become the job's, in another language. */
  let title = '';
  const askStyles = () => post({ type: 'ready', nonce: host?.nonce ?? '', styles: frameStyles, title });

  function greet({ id, nonce }: HostMessage & { type: 'hello' }, origin: string): void {
    host = { id, nonce, origin };
    askStyles();
    tellHeight ??= followHeight({
      page,
      element,
      measured,
      tell: (height) => post({ type: 'resize', height }),
    });
    tellHeight();
    for (const earlier of missed.values()) post(earlier);
    missed.clear();
  }

  page.addEventListener('message', (event) => {
    // `frame-ancestors` decides who may be our parent; only the first origin that greets us is accepted.
    if (!isFrom(event, page.parent, () => host?.origin ?? event.origin)) return;
    const message = readHostMessage(event.data);
    if (message?.type === 'hello') greet(message, event.origin);
    else if (message !== null && message.id === host?.id) change(element, message);
  });
  for (const name of formEventNames) {
    element.addEventListener(name, (event) => {
      const message = eventMessage(name, event);
      if (host === null) missed.set(name, message);
      post(message);
    });
  }
  element.addEventListener('apply-ready', () => {
    title = element.ownerDocument.title;
    askStyles();
  });
  // Applies only at this moment, so it is not kept for a host that does not listen yet.
  element.addEventListener('apply-scroll', (event) => post({ type: 'scroll', top: topOf(event) }));
  onRestyling(page, askStyles);
  // The receiver is not known yet; the message carries no data.
  const call: FrameMessage = { apply: 1, id: '', type: 'ready', nonce: '', styles: [], title: '' };
  page.parent.postMessage(call, '*');
}

const eventMessage = (type: FormEventName, event: Event): Unaddressed => ({
  type,
  detail: event instanceof CustomEvent ? event.detail : null,
});

/** In whole CSS pixels from the top of the frame (`ui/focus/focus-field.ts`). */
const topOf = (event: Event): number =>
  event instanceof CustomEvent && typeof event.detail?.top === 'number' ? Math.round(event.detail.top) : 0;

function change(element: HTMLElement, { attributes, styles, prefill }: HostMessage & { type: 'set' }): void {
  for (const name of changeable) {
    const value = attributes[name];
    if (value !== undefined) element.setAttribute(name, value);
  }
  if (prefill !== undefined) Object.assign(element, { prefill });
  followAttributes(element.ownerDocument, attributes);
  takeStyles(element.ownerDocument.documentElement, styles);
}

interface StyledPage {
  readonly innerWidth: number;
  matchMedia(query: string): { addEventListener(type: 'change', listener: () => void): void };
  addEventListener(type: 'resize', listener: () => void): void;
}

/** Rules of a host may change without a DOM change: by what the visitor prefers, and by how wide the window is. */
function onRestyling(page: StyledPage, act: () => void): void {
  let width = page.innerWidth;
  page.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', act);
  page.addEventListener('resize', () => {
    if (page.innerWidth === width) return;
    width = page.innerWidth;
    act();
  });
}
