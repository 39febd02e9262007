/**
 * `frame.js`: for hosts that place the form in an iframe marked `data-apply-frame`. Gives the iframe the height
 * of its form, passes the form's events on as CustomEvents of the iframe, and tells the form how the iframe is styled.
 */
import { type FrameMessage, type HostMessage, isFrameMessage, isFrom } from './messages.ts';

/** Handles a message of a greeted frame; called without one when the iframe's styles may have changed. */
type Listener = (message?: FrameMessage) => void;

declare global {
  interface HTMLIFrameElement {
    /** The host's prefill; an `apply-prefill` event reports a change. */
    applyPrefill?: unknown;
  }
}

const listeners = new WeakMap<HTMLIFrameElement, Listener>();
let count = 0;

const eachFrame = (handle: (iframe: HTMLIFrameElement) => void) =>
  document.querySelectorAll<HTMLIFrameElement>('iframe[data-apply-frame]').forEach(handle);

const originOf = (iframe: HTMLIFrameElement) => new URL(iframe.src, location.href).origin;

const updateFrames = () => eachFrame((iframe) => listeners.get(iframe)?.());
const restyling = new MutationObserver(updateFrames);

/** A new nonce each time: once the frame has loaded another document, messages of the old one no longer count. */
function greet(iframe: HTMLIFrameElement): void {
  const id = `apply-${++count}`;
  // Works without a secure context, where `crypto.randomUUID` is missing.
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join();
  /** Style names that the form asked for; null until our nonce came back: only then are its messages trusted. */
  let names: readonly string[] | null = null;
  let last = '';

  const post = (message: HostMessage) => iframe.contentWindow?.postMessage(message, originOf(iframe));

  /** A frame does not inherit custom properties. */
  function tellStyles(asked: readonly string[]): void {
    const style = getComputedStyle(iframe);
    const { applyLang: lang, applyTheme: theme } = iframe.dataset;
    const styles = Object.fromEntries(asked.map((name) => [name, style.getPropertyValue(name)]));
    const { applyPrefill: prefill } = iframe;
    const message: HostMessage = { apply: 1, id, type: 'set', attributes: { lang, theme }, styles, prefill };
    const text = JSON.stringify(message);
    // A prefill that cannot be cloned, such as a promise, must not stop the language.
    if (text !== last) post(JSON.parse(text));
    last = text;
  }

  const initial = iframe.style.height;
  let height = '';
  let title = '';

  /** Sets again what a page removed when it refreshed itself with fresh HTML. */
  function restore(): void {
    iframe.width ||= '100%';
    iframe.frameBorder ||= '0';
    // Sets only what differs, because every change is observed.
    if (title) iframe.title ||= title;
    const { style } = iframe;
    if (height && height !== style.height && ['', initial].includes(style.height)) style.height = height;
  }

  listeners.set(iframe, (message) => {
    if (message && message.id !== id) return;
    if (message?.type === 'ready') names = message.nonce === nonce ? message.styles : null;
    if (names === null) return;
    if (message?.type === 'ready') title = message.title;
    if (message?.type === 'resize') height = `${message.height}px`;
    if (message && message.type !== 'ready') return handleMessage(iframe, message);
    restore();
    tellStyles(names);
  });
  restore();
  for (let element: Element | null = iframe; element; element = element.parentElement)
    restyling.observe(element, { attributes: true });
  post({ apply: 1, id, type: 'hello', nonce });
}

function handleMessage(iframe: HTMLIFrameElement, message: Exclude<FrameMessage, { type: 'ready' }>): void {
  if (message.type === 'resize') iframe.style.height = `${message.height}px`;
  else if (message.type === 'scroll') {
    iframe.style.scrollMarginTop = `${-message.top}px`;
    iframe.scrollIntoView();
    iframe.style.scrollMarginTop = '';
  } else
    iframe.dispatchEvent(
      new CustomEvent(message.type, { bubbles: true, composed: true, detail: message.detail }),
    );
}

addEventListener('message', (event) => {
  const { data } = event;
  eachFrame((iframe) => {
    if (!isFrom(event, iframe.contentWindow, () => originOf(iframe)) || !isFrameMessage(data)) return;
    if (data.type === 'ready' && data.nonce === '') greet(iframe);
    else listeners.get(iframe)?.(data);
  });
});

addEventListener('apply-prefill', updateFrames, true);

/**
 * Until its document has loaded, an iframe shows `about:blank`, which has our origin; the document will announce
 * itself.
 */
eachFrame((iframe) => {
  if (iframe.contentDocument?.URL !== 'about:blank') greet(iframe);
});
