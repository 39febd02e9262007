/**
 * `frame.js`: for hosts that place the form in an iframe marked `data-apply-frame`. Gives the iframe the height
 * of its form and passes the form's events on as CustomEvents of the iframe.
 */
import { type FrameMessage, type HostMessage, isFrom, readFrameMessage } from './messages.ts';

interface Frame {
  readonly id: string;
  readonly nonce: string;
  /** Our nonce came back: from now on its messages are believed. */
  trusted: boolean;
}

const frames = new WeakMap<HTMLIFrameElement, Frame>();
let count = 0;

const originOf = (iframe: HTMLIFrameElement) => new URL(iframe.src, location.href).origin;

/** Works without a secure context, where `crypto.randomUUID` is missing. */
const randomText = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-');

/** A new nonce each time: after the frame has loaded another document, its old messages count no more. */
function greet(iframe: HTMLIFrameElement): void {
  const frame: Frame = { id: `apply-${++count}`, nonce: randomText(), trusted: false };
  frames.set(iframe, frame);
  const hello: HostMessage = { apply: 1, id: frame.id, type: 'hello', nonce: frame.nonce };
  iframe.contentWindow?.postMessage(hello, originOf(iframe));
}

const allFrames = () => document.querySelectorAll<HTMLIFrameElement>('iframe[data-apply-frame]');

function receive(event: MessageEvent<unknown>): void {
  for (const iframe of allFrames()) {
    if (isFrom(event, { origin: originOf(iframe), source: iframe.contentWindow })) read(iframe, event.data);
  }
}

function read(iframe: HTMLIFrameElement, data: unknown): void {
  const message = readFrameMessage(data);
  const frame = frames.get(iframe);
  if (message?.type === 'ready' && message.nonce === '') greet(iframe);
  else if (message === null || frame?.id !== message.id) return;
  else if (message.type === 'ready') frame.trusted = message.nonce === frame.nonce;
  else if (frame.trusted) act(iframe, message);
}

function act(iframe: HTMLIFrameElement, message: FrameMessage): void {
  if (message.type === 'resize') iframe.style.height = `${message.height}px`;
  else if (message.type === 'scroll')
    scrollBy({ top: iframe.getBoundingClientRect().top + message.top, behavior: 'smooth' });
  else if (message.type !== 'ready')
    iframe.dispatchEvent(
      new CustomEvent(message.type, { bubbles: true, composed: true, detail: message.detail }),
    );
}

/** Before its document has come, an iframe shows `about:blank`, which is ours: it will call by itself. */
const hasLoaded = (iframe: HTMLIFrameElement) => iframe.contentDocument?.URL !== 'about:blank';

/** Weaker than any rule of the host's. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(':where(iframe[data-apply-frame]){width:100%;border:0}');
document.adoptedStyleSheets.push(sheet);

addEventListener('message', receive);
for (const iframe of allFrames()) if (hasLoaded(iframe)) greet(iframe);
