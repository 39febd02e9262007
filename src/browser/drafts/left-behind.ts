/**
 * `left-behind.js`: a form that is open asks for a file of its own release, and the server has a newer one. This file has
 * the same name in every release, so the form finds the present one and is offered a reload that keeps its answers. What
 * it is handed is therefore final: a change is a file of another name, beside this one.
 */

import { enGone } from '../../locale/en-gone.ts';
import { directionOf } from '../../locale/messages.ts';
import { inTime } from '../api/in-time.ts';
import { lightRoot } from '../element/light-styles.ts';
import type { Session } from '../session/session.ts';
import type { SessionHost } from '../session/session-host.ts';
import { createLeftDraft, hearSent, isSent, type LeftDraft } from './left-draft.ts';

export interface LeftBehind {
  readonly session: Pick<Session, 'page' | 'view' | 'later' | 'speech' | 'access'>;
  readonly host: Pick<SessionHost, 'settings' | 'element' | 'transport'>;
  /** The life of the session. */
  readonly signal: AbortSignal;
  /** Of the later file of the form's own release. */
  readonly address: string;
}

const mark = 'data-left-behind';
/** Milliseconds for one small request. */
const PATIENCE = 5_000;
/** Milliseconds until the second look: while files are put in place, one may be missing for a moment. */
const AGAIN = 2_000;

/** Once for a form, and only where the server says twice that the file is gone: what was lost on the way is asked for again. */
export async function offerReload(left: LeftBehind): Promise<void> {
  const { session, host, signal } = left;
  const hadLazy = session.later.peek() !== null;
  const isWanted = () => {
    const root = rootOf(host.element);
    const isOver = signal.aborted || (!hadLazy && session.later.peek() !== null);
    const form = session.page?.form;
    return !isOver && root !== null && !root.querySelector(`[${mark}]`) && !(form && isSent(form));
  };
  if (!isWanted() || hasReloaded(left) || !(await isGone(left))) return;
  await pause(signal);
  if (!isWanted() || !(await isGone(left)) || !isWanted()) return;
  const draft = await createLeftDraft(left);
  const isKept = draft.canKeep() && (await draft.save());
  if (isWanted()) offer(left, draft, isKept);
}

/** In a host's own DOM it stands below our styles, and is no fallback of the host. */
const rootOf = (element: Element | null): ShadowRoot | Element | null =>
  element?.shadowRoot ?? element?.querySelector(`.${lightRoot}`) ?? element;

async function isGone({ host, address, signal: life }: LeftBehind): Promise<boolean> {
  const look = await inTime(
    (signal) =>
      host.transport.fetch(address, { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal }),
    PATIENCE,
    life,
  );
  return look.ok && (look.value.status === 404 || look.value.status === 410);
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, AGAIN);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Stands until the file comes after all, the form is sent, or another one is shown. */
function offer(left: LeftBehind, draft: LeftDraft, isKept: boolean): void {
  const { session, host, signal } = left;
  const { element } = host;
  const root = rootOf(element);
  if (element === null || root === null) return;
  const life = new AbortController();
  const { box, button } = draw(root, left, { draft, isKept });
  const hadLazy = session.later.peek() !== null;
  const shown = new MutationObserver(() => host.element === null && end());
  const ends: (() => void)[] = [];
  function end(): void {
    life.abort();
    shown.disconnect();
    for (const one of ends) one();
    box.remove();
    draft.end();
  }
  addEventListener('pagehide', () => void draft.save(), life);
  element.addEventListener('apply-change', () => draft.changed(), life);
  root.addEventListener('focusin', (event) => uncover(event.target, box), life);
  signal.addEventListener('abort', end, life);
  // Whatever is drawn in the form's place says its state.
  shown.observe(element, { attributeFilter: ['data-state'] });
  ends.push(
    session.later.subscribe((later) => later !== null && !hadLazy && end()),
    hearSent(left, end),
    leadHere(left, button),
    // Emptied by the host, it is written anew.
    session.view.subscribe(() => draft.changed()),
  );
}

/** What the form can say by itself would send the applicant to look at the connection. */
function leadHere({ session }: LeftBehind, button: HTMLButtonElement): () => void {
  let endForm = () => {};
  const endView = session.view.subscribe(() => {
    endForm();
    const submission = session.page?.form.submission;
    endForm =
      submission?.subscribe((phase) => {
        if (session.later.peek() !== null || phase.kind !== 'failed') return;
        submission.value = { kind: 'editing' };
        button.focus();
      }) ?? (() => {});
  });
  return () => {
    endView();
    endForm();
  };
}

/** It stands at the lower edge of the window, so that it is seen; what has focus must not lie behind it. */
function uncover(field: EventTarget | null, box: HTMLElement): void {
  if (!(field instanceof Element) || box.contains(field)) return;
  const hidden = field.getBoundingClientRect().bottom - box.getBoundingClientRect().top;
  if (hidden > 0 && box.getBoundingClientRect().bottom > field.getBoundingClientRect().top)
    scrollBy(0, hidden);
}

interface Promised {
  readonly draft: LeftDraft;
  readonly isKept: boolean;
}

function draw(root: ShadowRoot | Element, left: LeftBehind, { draft, isKept }: Promised) {
  const { locale, words } = left.session.speech.peek();
  const text = (key: keyof typeof enGone) =>
    left.host.settings().messages?.[key] ?? words?.[key] ?? enGone[key];
  const box = document.createElement('div');
  box.className = 'af';
  box.lang = locale;
  box.dir = directionOf(locale);
  box.setAttribute(mark, '');
  // Seen wherever the applicant is, without moving what they look at.
  // As the foot of the form looks, above which it stands.
  Object.assign(box.style, {
    position: 'sticky',
    bottom: '0',
    zIndex: '1',
    paddingBlock: 'var(--af-gap)',
    borderBlockStart: '1px solid var(--af-hairline)',
    background: 'var(--apply-color-bg, Canvas)',
  });
  const notice = document.createElement('div');
  notice.className = 'af-screen';
  notice.setAttribute('role', 'alert');
  notice.setAttribute('part', 'status');
  box.append(notice);
  root.append(box);
  const sentence = document.createElement('p');
  const files = isKept && losesFiles(left) ? ` ${text('gone.files')}` : '';
  sentence.textContent = `${text(isKept ? 'gone.kept' : 'gone.lost')}${files}`;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'af-button';
  button.setAttribute('part', 'button');
  button.textContent = `${text('gone.reload')}`;
  let isPromised = isKept;
  button.addEventListener('click', async () => {
    const isSafe = await draft.save();
    if (isSafe || !isPromised) return reload(left);
    // It was to be kept, and is not: only a second press gives it up.
    isPromised = false;
    sentence.textContent = `${text('gone.lost')}`;
  });
  notice.append(sentence, button);
  return { box, button };
}

/** Without the later file none could be taken yet. */
const losesFiles = ({ session: { later, page } }: LeftBehind): boolean =>
  later.peek() === null && page?.form.order.some(({ question }) => /document$/.test(question.type)) === true;

async function reload(left: LeftBehind): Promise<void> {
  rememberReload(left);
  // The script may lie in the browser's cache for some minutes, and would ask for the same file again.
  const script = new URL('../apply-form.js', left.address).href;
  await inTime(
    (signal) => left.host.transport.fetch(script, { cache: 'reload', mode: 'no-cors', signal }),
    PATIENCE,
  );
  location.reload();
}

/** Holds the address for which this tab was loaded again: a server without the file would make a circle of it. */
const reloaded = 'apply-form-reloaded';

function hasReloaded({ address }: LeftBehind): boolean {
  try {
    return sessionStorage.getItem(reloaded) === address;
  } catch {
    return false;
  }
}

function rememberReload({ address }: LeftBehind): void {
  try {
    sessionStorage.setItem(reloaded, address);
  } catch {
    // It is offered again then.
  }
}
