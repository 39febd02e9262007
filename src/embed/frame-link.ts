/** The frame's side of the protocol: answers the host's `hello`, then tells it the height and every event. */
import { dressPage } from './dress-page.ts';
import { type FormEventName, formEventNames } from './form-events.ts';
import { type FrameMessage, type HostMessage, readHostMessage, type Sender } from './messages.ts';

/** What of `window` the link needs. */
export interface FrameWindow {
  readonly parent: { postMessage(message: unknown, origin: string): void };
  addEventListener(type: 'message', listener: (event: Sender & { readonly data: unknown }) => void): void;
}

export interface FrameParts {
  readonly page: FrameWindow;
  readonly element: HTMLElement;
  /** What has the height of the whole form. */
  readonly measured: HTMLElement;
}

type Unaddressed = FrameMessage extends infer Message
  ? Message extends FrameMessage
    ? Omit<Message, 'id'>
    : never
  : never;

/** Before the host has said `hello` nobody listens; what it misses is told then. Bounded: some hosts never do. */
const REMEMBERED = 20;

/** What a host may change while the form is open. */
const changeable = ['lang', 'theme'];

export function linkToHost({ page, element, measured }: FrameParts): void {
  const missed: Unaddressed[] = [];
  let host: { readonly id: string; readonly origin: string } | null = null;

  const post = (message: Unaddressed) => {
    if (host !== null) page.parent.postMessage({ ...message, id: host.id }, host.origin);
    else if (missed.length < REMEMBERED) missed.push(message);
  };
  const tellHeight = () =>
    host !== null &&
    post({ apply: 1, type: 'resize', height: Math.ceil(measured.getBoundingClientRect().height) });

  function greet(message: HostMessage & { type: 'hello' }, origin: string): void {
    host = { id: message.id, origin };
    measured.ownerDocument.documentElement.classList.add('fitted');
    post({ apply: 1, type: 'ready', nonce: message.nonce });
    tellHeight();
    for (const earlier of missed.splice(0)) post(earlier);
  }

  page.addEventListener('message', (event) => {
    // `frame-ancestors` decides who may be our parent; the first origin that greets us is the only one.
    if (event.source !== page.parent || (host !== null && event.origin !== host.origin)) return;
    const message = readHostMessage(event.data);
    if (message?.type === 'hello') greet(message, event.origin);
    else if (message?.type === 'set' && message.id === host?.id) change(element, message.attributes);
  });
  for (const name of formEventNames)
    element.addEventListener(name, (event) => post(eventMessage(name, event)));
  // Asks for what is here and now: it is not remembered for a host that does not listen yet.
  element.addEventListener('apply-scroll', (event) => {
    if (host !== null) post({ apply: 1, type: 'scroll', top: topOf(event) });
  });
  new ResizeObserver(tellHeight).observe(measured);
  // To whom we do not know yet; it carries nothing.
  page.parent.postMessage({ apply: 1, id: '', type: 'ready', nonce: '' } satisfies FrameMessage, '*');
}

const eventMessage = (type: FormEventName, event: Event): Unaddressed => ({
  apply: 1,
  type,
  detail: event instanceof CustomEvent ? event.detail : null,
});

/** In whole CSS pixels from the top of the frame (`widget/later/focus.ts`). */
const topOf = (event: Event): number =>
  event instanceof CustomEvent && typeof event.detail?.top === 'number' ? Math.round(event.detail.top) : 0;

function change(element: HTMLElement, attributes: Readonly<Record<string, string>>): void {
  for (const name of changeable) {
    const value = attributes[name];
    if (value !== undefined) element.setAttribute(name, value);
  }
  dressPage(element.ownerDocument, attributes);
}
