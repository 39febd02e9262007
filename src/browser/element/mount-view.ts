/** Draws a session's view into the element: a shadow root with our styles, or the host's own DOM. */

import { render } from 'preact';
import { jsx } from 'preact/jsx-runtime';
import type { Fallback, Gone, View } from '../../form/contract.ts';
import { computed, effect, type ReadonlySignal } from '../../form/signals.ts';
import type { FirstKey, MessageKey } from '../../locale/catalogue.ts';
import { en } from '../../locale/en.ts';
import { createMessages } from '../../locale/messages.ts';
import { ApplicationForm } from '../../ui/application-form.tsx';
import type { Filling } from '../../ui/screen.tsx';
import styles from '../../ui/styles.css?inline';
import type { RichSettings, Settings } from '../host/host.ts';
import { followInk, lightMountTarget, type MountTarget, shadowMountTarget } from '../host/mount-target.ts';
import type { Session } from '../session/session.ts';

/** Showing no text for a moment is better than showing it in another language. */
const wordless = { 'form.loading': '' };

/** Prefix for element ids: several forms may be in one document without a shadow root. */
let count = 0;

/** Returns a function that removes every node, listener and effect. */
export function mountView(
  element: HTMLElement,
  session: Session,
  settings: ReadonlySignal<Settings & RichSettings>,
  takesFocus: boolean,
): () => void {
  const state = computed(() => dataState(session.view.value));
  followInk(element);
  // A page that refreshes itself with fresh HTML removes attributes that the new HTML lacks.
  const observer = new MutationObserver(() => {
    element.dataset['state'] ||= state.peek();
    followInk(element);
  });
  observer.observe(element, { attributeFilter: ['data-state', 'style'] });
  const moved = () => session.filling.peek()?.moved();
  const target =
    settings.peek().isolation === 'light'
      ? lightMountTarget(element, styles, moved)
      : shadowMountTarget(element, styles);
  const ends = [
    drawInto(target, session, settings, takesFocus),
    effect(() => {
      element.dataset['state'] = state.value;
    }),
  ];
  return () => {
    observer.disconnect();
    for (const end of ends) end();
  };
}

const fallbackIn = (target: MountTarget, { view, fallback }: Session): ReadonlySignal<Fallback> =>
  computed(() => {
    // Checked again for each view, because a parser may add the children after the element itself.
    view.value;
    if (target.hasFallback()) return { kind: 'children' };
    return fallback.value === null ? { kind: 'none' } : { kind: 'link', href: fallback.value };
  });

const goneIn = ({ gone, filling, host }: Session): ReadonlySignal<Gone | null> =>
  computed(() => {
    const presses = gone.value;
    const isKept = filling.value?.drafts.isStored.value === true;
    return presses === null ? null : { presses, isKept, loadAgain: host.transport.loadAgain };
  });

/** Returns a function that removes what was drawn. */
function drawInto(
  target: MountTarget,
  session: Session,
  settings: ReadonlySignal<Settings & RichSettings>,
  takesFocus: boolean,
): () => void {
  const idPrefix = `apply-${++count}`;
  const { view, actions, notice, speech } = session;
  // Computed separately, so that changing another attribute does not rebuild all sentences and what is drawn with them.
  const overrides = computed(() => settings.value.messages);
  const messages = computed(() => {
    const { locale, words } = speech.value;
    return createMessages<FirstKey>(locale, words ?? en, words === undefined ? wordless : overrides.value);
  });
  const filling = computed((): Filling | null => {
    const loaded = session.filling.value;
    if (loaded === null) return null;
    const { locale, words } = speech.value;
    const all = words ?? loaded.english;
    return { ...loaded.parts, messages: createMessages<MessageKey>(locale, all, overrides.value) };
  });
  const fallback = fallbackIn(target, session);
  const gone = goneIn(session);
  const steps = computed(() => session.filling.value?.steps.value ?? null);
  const Root = () =>
    jsx(ApplicationForm, {
      view,
      notice,
      gone,
      actions,
      messages,
      filling,
      steps,
      fallback,
      headingLevel: settings.value.headingLevel,
      theme: settings.value.theme,
      idPrefix,
      takesFocus,
    });
  render(jsx(Root, {}), target.root);
  const life = new AbortController();
  for (const type of ['focusin', 'pointerdown', 'dragenter']) {
    target.root.addEventListener(type, () => session.touch(), life);
  }
  for (const type of ['keydown', 'keypress', 'keyup']) target.root.addEventListener(type, keepKey, life);
  const end = effect(() => {
    for (const more of session.filling.value?.styles.value ?? []) target.adopt(more);
    target.showFallback(needsFallback(view.value));
  });
  return () => {
    life.abort();
    end();
    render(null, target.root);
    target.leave();
  };
}

/**
 * Stops keys that are typed into a field. The page sees only the element as their target, so a page with a shortcut such
 * as "/" would react to them. Shortcuts with a modifier, Tab and Escape pass.
 */
function keepKey(event: Event & Partial<KeyboardEvent>): void {
  const { target, ctrlKey, metaKey, altKey } = event;
  const isShortcut = ctrlKey || metaKey || altKey;
  const isField = target instanceof Element && target.matches('input,textarea,select');
  if (isField && !isShortcut && /^(.|Arrow.*|Enter|Backspace)$/u.test(`${event.key}`))
    event.stopPropagation();
}

/** The applicant has to apply in another way. */
const needsFallback = (view: View): boolean =>
  view.kind === 'failed' || view.kind === 'closed' || (view.kind === 'form' && view.form.order.length === 0);

/** Values of the element's `data-state`. */
const states = {
  loading: 'loading',
  closed: 'closed',
  failed: 'error',
  already_sent: 'complete',
  editing: 'ready',
  sending: 'sending',
  received: 'received',
  delivering: 'received',
  complete: 'complete',
  attention: 'attention',
  refused: 'attention',
} as const;

function dataState(view: View): (typeof states)[keyof typeof states] {
  if (view.kind !== 'form') return states[view.kind];
  const phase = view.form.submission.value;
  if (phase.kind === 'accepted') return states[phase.submission.state];
  const isChanged = phase.kind === 'failed' && phase.failure.code === 'form_changed';
  return isChanged ? 'ready' : states[phase.kind];
}
