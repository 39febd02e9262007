/**
 * `left-behind.js`: an open form requests a file of its own release, but the server now has a newer one. This file has
 * the same name in every release, so the form finds the current one and is offered a reload that keeps its answers. Its
 * parameters can therefore never change: a change needs a new file name beside this one.
 */

import { enGone } from '../../locale/en-gone.ts';
import { directionOf } from '../../locale/messages.ts';
import { inTime } from '../api/in-time.ts';
import type { LeftBehind } from '../contract.ts';
import { lightRoot } from '../element/light-styles.ts';
import { createLeftDraft, hearSent, isSent, type LeftDraft } from './left-draft.ts';

const mark = 'data-left-behind';
/** Milliseconds for one small request. */
const PATIENCE = 5_000;
/** Milliseconds until the second check, because a file may be missing for a moment during a deployment. */
const AGAIN = 2_000;

/**
 * Runs once per form, and only if the server says twice that the file is gone; a file lost to the network is requested
 * again.
 */
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

/** In the host's own DOM the box must be below our styles and must not count as the host's fallback content. */
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

/** Shown until the file loads after all, the form is sent, or another form is shown. */
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
  // Whatever is drawn in place of the form sets `data-state`.
  shown.observe(element, { attributeFilter: ['data-state'] });
  ends.push(
    session.later.subscribe((later) => later !== null && !hadLazy && end()),
    hearSent(left, end),
    leadHere(left, button),
    // If the host empties the form, the draft is written again.
    session.view.subscribe(() => draft.changed()),
  );
}

/** The form's own message would send the applicant to check the connection. */
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

/** The box is fixed to the lower edge of the window so that it is seen, but it must not cover the focused element. */
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
  // Visible wherever the applicant is, without moving what they are reading.
  // Styled like the foot of the form, above which it appears.
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
    // The answers should have been stored but were not: only a second press gives them up.
    isPromised = false;
    sentence.textContent = `${text('gone.lost')}`;
  });
  notice.append(sentence, button);
  return { box, button };
}

/** Without the lazy file no file can have been accepted yet. */
const losesFiles = ({ session: { later, page } }: LeftBehind): boolean =>
  later.peek() === null && page?.form.order.some(({ question }) => /document$/.test(question.type)) === true;

async function reload(left: LeftBehind): Promise<void> {
  rememberReload(left);
  // The script may stay in the browser's cache for some minutes, and would request the same file again.
  const script = new URL('../apply-form.js', left.address).href;
  await inTime(
    (signal) => left.host.transport.fetch(script, { cache: 'reload', mode: 'no-cors', signal }),
    PATIENCE,
  );
  location.reload();
}

/**
 * Holds the address for which this tab was reloaded, because a server without the file would otherwise cause a reload
 * loop.
 */
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
    // The reload is then offered again.
  }
}
