import { effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Field, Form } from '../../form/contract.ts';
import { questionId } from '../../model/ids.ts';
import type { Screen } from '../screen.ts';
import { blockOfField, isLost, returnTo } from './focus.ts';

/** A question that goes away with the focus in it gives it to the nearest question above it that stays. */
export function useKeptFocus(screen: Screen): void {
  useLayoutEffect(() => {
    const box = screen.box.current;
    if (box === null) return;
    const life = new AbortController();
    const focused = watchFocus(box, life.signal);
    const end = effect(() => {
      const hidden = screen.form.change.value?.hidden ?? [];
      const field = fieldOf(screen.form, focused());
      if (field !== undefined && hidden.includes(field.question.id)) catchFocus(screen, field);
    });
    return () => {
      life.abort();
      end();
    };
  }, [screen]);
}

/**
 * What has focus, or is about to: leaving a question can change its answer, and that can hide the one to which focus
 * is on its way.
 */
function watchFocus(box: Element, signal: AbortSignal): () => Element | null {
  let next: EventTarget | null = null;
  function watch({ type, relatedTarget }: Event & Partial<FocusEvent>): void {
    next = type === 'focusout' ? (relatedTarget ?? null) : null;
  }
  // Before the question itself hears that it was left.
  for (const type of ['focusout', 'focusin']) box.addEventListener(type, watch, { capture: true, signal });
  return () => {
    const root = box.getRootNode();
    if (next instanceof Element) return next;
    return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
  };
}

function fieldOf({ fields }: Form, element: Element | null): Field | undefined {
  const id = element?.closest('[data-question-id]')?.getAttribute('data-question-id');
  return typeof id === 'string' ? fields.get(questionId(id)) : undefined;
}

/** Later: its block is still there. */
function catchFocus(screen: Screen, field: Field): void {
  setTimeout(() => {
    const block = nearestBlock(screen, field);
    if (block !== null && isLost(block)) returnTo(block);
  });
}

function nearestBlock(screen: Screen, { parent }: Field): Element | null {
  const above = parent === null ? undefined : screen.form.fields.get(parent);
  if (above === undefined) return null;
  return blockOfField(screen, above) ?? nearestBlock(screen, above);
}
