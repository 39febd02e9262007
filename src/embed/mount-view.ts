/** Draws a session's view into the element: a shadow root with our styles, or the host's own DOM. */
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { h, render } from 'preact';
import type { Fallback } from '../form/contract.ts';
import { en } from '../locale/en.ts';
import { createMessages } from '../locale/messages.ts';
import type { QuestionId } from '../model/ids.ts';
import { ApplicationForm } from '../widget/application-form.tsx';
import { dataState } from './data-state.ts';
import type { Session } from './session.ts';
import type { RichSettings, Settings } from './settings.ts';
import { adoptStyles } from './style-sheet.ts';

export interface Mounted {
  focusQuestion(question: QuestionId): void;
  /** Leaves no node, no listener and no effect behind. */
  unmount(): void;
}

/** Element ids are made of it: several forms may stand in one document without a shadow root. */
let count = 0;

export function mountView(
  element: HTMLElement,
  session: Session,
  settings: ReadonlySignal<Settings & RichSettings>,
): Mounted {
  const place = settings.peek().isolation === 'light' ? lightPlace(element) : shadowPlace(element);
  const idPrefix = `apply-${++count}`;
  const messages = computed(() => createMessages('en', en, settings.value.messages ?? {}));
  const { view, actions } = session;
  const Root = () => {
    const { headingLevel } = settings.value;
    const fallback = fallbackOf(element, place, session);
    return h(ApplicationForm, { view, actions, messages, fallback, headingLevel, idPrefix });
  };
  render(h(Root, null), place.root);
  const endState = effect(() => {
    element.dataset['state'] = dataState(view.value);
  });
  return {
    focusQuestion: (question) => focusIn(place.root, question),
    unmount() {
      endState();
      render(null, place.root);
      place.leave();
    },
  };
}

interface Place {
  readonly root: ShadowRoot | HTMLElement;
  /** Light children show through a slot. */
  readonly slotted: boolean;
  leave(): void;
}

function shadowPlace(element: HTMLElement): Place {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  adoptStyles(root);
  return { root, slotted: true, leave() {} };
}

/** For sites that style everything themselves: no shadow root, so the fallback has to make room. */
function lightPlace(element: HTMLElement): Place {
  const fallback = [...element.childNodes];
  const root = element.ownerDocument.createElement('div');
  root.className = 'apply-form';
  element.replaceChildren(root);
  adoptStyles(element.ownerDocument);
  return { root, slotted: false, leave: () => element.replaceChildren(...fallback) };
}

/** Read when it is needed: a parser may add the children after the element itself. */
function fallbackOf(element: HTMLElement, place: Place, session: Session): Fallback {
  const href = session.fallback.value;
  const { kind } = session.view.value;
  if (kind !== 'form' && place.slotted && hasContent(element)) return { kind: 'children' };
  return href === null ? { kind: 'none' } : { kind: 'link', href };
}

const hasContent = (element: HTMLElement) =>
  element.childElementCount > 0 || element.textContent?.trim() !== '';

function focusIn(root: ShadowRoot | HTMLElement, question: QuestionId): void {
  const block = root.querySelector(`[data-question-id="${CSS.escape(question)}"]`);
  const control = block?.querySelector<HTMLElement>('input, select, textarea, button, [tabindex]');
  control?.focus();
}
