/**
 * The page `/frame/{tenant}`: the form inside the iframe of a partner's portal. Answers the host's `hello`, then reports
 * the height and every event.
 */

import { formEventNames } from '../host/host.ts';
import { formRootOf, isLight } from '../host/mount-target.ts';
import { followAttributes, openPage, takeLink } from '../pages/open-page.ts';
import {
  type FrameMessage,
  type HostMessage,
  isFrom,
  readHostMessage,
  type Sender,
  type Texts,
} from './messages.ts';

/** The parts of `window` that the height needs. */
interface FollowedPage {
  readonly innerHeight: number;
  addEventListener(type: 'resize', listener: () => void): void;
}

/** The parts of `window` that `linkToHost` needs. */
interface FrameWindow extends FollowedPage {
  readonly parent: { postMessage(message: unknown, origin: string): void };
  readonly innerWidth: number;
  matchMedia(query: string): { addEventListener(type: 'change', listener: () => void): void };
  addEventListener(type: 'message', listener: (event: Sender & { readonly data: unknown }) => void): void;
  addEventListener(type: 'resize', listener: () => void): void;
}

interface FrameParts<Page> {
  readonly page: Page;
  /** Its `data-state` changes when it draws another screen. */
  readonly element: HTMLElement;
  /** The element whose height is that of the whole form. */
  readonly measured: HTMLElement;
}

/** `post` adds the id. */
const envelope = { apply: 1, id: '' } as const;

export function linkToHost(parts: FrameParts<FrameWindow>): void {
  const { page, element } = parts;
  let host: Readonly<Record<'id' | 'origin' | 'nonce', string>> | null = null;
  let tellHeight: (() => void) | null = null;
  /** The last event of each kind, stored until the host has said `hello`, which some hosts never do. */
  const missed = new Map<string, FrameMessage>();

  const post = (message: FrameMessage) => {
    if (host !== null) page.parent.postMessage({ ...message, id: host.id }, host.origin);
  };
  /** Empty until the form has loaded, because the title may still change to the job's. */
  let title = '';
  const askStyles = () =>
    post({ ...envelope, type: 'ready', nonce: host?.nonce ?? '', styles: frameStyles, title });

  function greet({ id, nonce }: HostMessage & { type: 'hello' }, origin: string): void {
    host = { id, nonce, origin };
    askStyles();
    tellHeight ??= followHeight(parts, (height) => post({ ...envelope, type: 'resize', height }));
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
    element.addEventListener(name, ({ detail }) => {
      const message = { ...envelope, type: name, detail };
      if (host === null) missed.set(name, message);
      post(message);
    });
  }
  element.addEventListener('apply-ready', () => {
    title = element.ownerDocument.title;
    askStyles();
  });
  // Applies only at this moment, so it is not stored for a host that does not listen yet.
  element.addEventListener('apply-scroll', (event) =>
    post({ ...envelope, type: 'scroll', top: topOf(event) }),
  );
  onRestyling(page, askStyles);
  // The receiver is not known yet; the message carries no data.
  const call: FrameMessage = { ...envelope, type: 'ready', nonce: '', styles: [], title: '' };
  page.parent.postMessage(call, '*');
}

/** Whole CSS pixels from the top of the frame (`ui/focus.ts`). */
const topOf = (event: Event): number =>
  event instanceof CustomEvent && typeof event.detail?.top === 'number' ? Math.round(event.detail.top) : 0;

function change(element: HTMLElement, { attributes, styles, prefill }: HostMessage & { type: 'set' }): void {
  // Attributes that a host may change while the form is open.
  for (const name of ['lang', 'theme']) {
    const value = attributes[name];
    if (value !== undefined) element.setAttribute(name, value);
  }
  if (prefill !== undefined) Object.assign(element, { prefill });
  followAttributes(element.ownerDocument, attributes);
  takeStyles(element.ownerDocument.documentElement, styles);
}

/** Rules of a host may change without a DOM change: by what the visitor prefers, and by how wide the window is. */
function onRestyling(page: FrameWindow, act: () => void): void {
  let width = page.innerWidth;
  page.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', act);
  page.addEventListener('resize', () => {
    if (page.innerWidth === width) return;
    width = page.innerWidth;
    act();
  });
}

const tokens = (
  'font font-size color-text color-muted color-bg color-surface color-border color-accent color-on-accent ' +
  'color-error color-success color-focus focus-width space radius control-height label-weight max-width motion'
)
  .split(' ')
  .map((name) => `--apply-${name}`);

/** The properties that the host is asked for: the form follows the scheme and the text of the page around it. */
export const frameStyles: readonly string[] = ['color-scheme', 'color', ...tokens];

/** Characters: a list of fonts is long, an image embedded in a value is longer. */
const LONGEST = 500;

/**
 * Values are used only in the form's own rules, and the policy of our page lets none of them load anything from
 * elsewhere (`server/process/site.ts`). A missing one stays as it is; an empty one restores the form's own.
 */
export function takeStyles({ style }: HTMLElement, given: Texts): void {
  // A page that states no scheme is light, unless its text is light.
  const unstated = isLight(given['color'] ?? '') ? 'dark' : 'light';
  const taken: Texts = { ...given, '--host-scheme': given['color-scheme']?.replace('normal', unstated) };
  for (const name of [...tokens, '--host-scheme']) {
    const value = taken[name]?.trim();
    if (value === undefined || value.length > LONGEST) continue;
    // A font that the host's page has loaded is not available in the frame.
    const isFont = name === '--apply-font' && value !== '';
    style.setProperty(name, isFont ? `${value}, system-ui, sans-serif` : value);
  }
}

/** Milliseconds that a host has to follow, including its longest tasks; until then there is no scroll bar. */
const PATIENCE = 300;

/** CSS pixels: borders and padding of the iframe, if the host includes them in its height. */
const WIDEST_EDGES = 64;

/**
 * Reports the form's height to the host. Where the host follows, the frame never scrolls; where it does not (its own
 * `max-height`, no space), the frame scrolls, so that every question can be reached. The returned function reports the
 * height even if it is unchanged, for a host that has just begun to listen.
 */
export function followHeight(
  { page, element, measured }: FrameParts<FollowedPage>,
  tell: (height: number) => void,
): () => void {
  let asked = 0;
  let edges = 0;
  let askedMoreAt = 0;
  let patience: ReturnType<typeof setTimeout>;

  const contentHeight = () => Math.ceil(measured.getBoundingClientRect().height);

  function measure(): void {
    clearTimeout(patience);
    const content = contentHeight();
    // A hidden iframe has no height.
    if (content === 0) return;
    if (asked !== content + edges) {
      asked = content + edges;
      tell(asked);
    }
    if (page.innerHeight === content) setFitted(true);
    else patience = setTimeout(judge, PATIENCE);
  }

  /**
   * Decides after the host has had time to follow. Edges grow by a single pixel, but shrink only by two or more, because
   * odd zoom levels change a height by one. If asking for more changed nothing, the difference was no edge: the host will
   * not make the frame higher.
   */
  function judge(): void {
    const lacking = asked - page.innerHeight;
    const isEdge = lacking >= 0 && lacking <= WIDEST_EDGES && (lacking > edges || lacking < edges - 1);
    setFitted(page.innerHeight + 1 >= contentHeight());
    if (!isEdge || page.innerHeight === askedMoreAt) return;
    askedMoreAt = page.innerHeight;
    edges = lacking;
    measure();
  }

  const setFitted = (isFitted: boolean) =>
    measured.ownerDocument.documentElement.classList.toggle('fitted', isFitted);

  new ResizeObserver(measure).observe(measured);
  // Browsers render nothing in an off-screen cross-origin frame, so no resize is observed there.
  const watcher = new MutationObserver(() => setTimeout(measure));
  watcher.observe(element, { attributeFilter: ['data-state'] });
  page.addEventListener('resize', measure);
  return () => {
    asked = 0;
    setFitted(true);
    measure();
  };
}

/** Strips across the whole height: the one at the visible edge reports each tenth of it that appears or disappears. */
const STRIPS = 200;
const tenths = Array.from({ length: 11 }, (_, tenth) => tenth / 10);

/**
 * Keeps the foot at the lower edge of the visible part. A frame as high as its form never scrolls, and the host's
 * scrolling cannot be observed from another origin, so only intersections show where that edge is.
 */
function followSeenPart({ page, element, measured }: FrameParts<FollowedPage>): void {
  const column = document.createElement('div');
  column.className = 'strips';
  column.ariaHidden = 'true';
  column.append(...Array.from({ length: STRIPS }, () => document.createElement('i')));
  measured.append(column);

  const edges = new Map<Element, number>();
  let edge: number | null = null;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRect } of entries) {
        if (isIntersecting) edges.set(target, intersectionRect.bottom);
        else edges.delete(target);
      }
      if (edges.size > 0) edge = Math.max(...edges.values());
      moveFoot();
    },
    { threshold: tenths },
  );
  for (const strip of column.children) observer.observe(strip);
  // The host may make the frame as high as its form without a change of what is seen.
  page.addEventListener('resize', moveFoot);

  function moveFoot(): void {
    const foot = formRootOf(element).querySelector<HTMLElement>('.af-foot');
    // Set on the foot alone: a property of the element would be passed on to every question.
    if (foot && edge !== null)
      foot.style.insetBlockEnd = `${Math.max(0, Math.round(page.innerHeight - edge))}px`;
  }
}

// Tells `frame.html` that the script runs.
document.body.dataset['runs'] = '';
const container = document.getElementById('place');
const tenant = /\/frame\/([^/]+)$/.exec(location.pathname)?.[1] ?? 'default';

if (container !== null) {
  const element = openPage(container, takeLink().attributes, { tenant });
  // With an opaque origin the proxy refuses every request, and the host cannot tell which messages are its form's.
  if (origin === 'null')
    console.warn(
      '<apply-form> needs its own origin here: sandbox="allow-scripts allow-same-origin allow-forms allow-popups" on the iframe.',
    );
  if (parent !== window) {
    const parts = { page: window, element, measured: document.body };
    linkToHost(parts);
    followSeenPart(parts);
  }
}
