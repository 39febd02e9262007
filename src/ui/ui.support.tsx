/* For tests: a form drawn from plain data, with spies for its actions. */
import { signal } from '@preact/signals';
import { cleanup, render, screen } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { afterEach, type Mock, vi } from 'vitest';
import type { FileLimits, Question } from '../core/model/question.ts';
import type { Fallback, Form, FormActions, FormChange, View } from '../form/contract.ts';
import { createForm } from '../form/create-form.ts';
import { removeRow, treeOf } from '../form/form.support.ts';
import { en } from '../locale/en.ts';
import { enFilling } from '../locale/en-filling.ts';
import { createMessages } from '../locale/messages.ts';
import { ApplicationForm } from './application-form.tsx';
import * as fillingParts from './filling-parts.ts';

afterEach(cleanup);

type Spies = { readonly [Name in keyof FormActions]: Mock<FormActions[Name]> };

export function actionSpies(form?: Form): Spies {
  return {
    send: vi.fn(() => void form?.validate()),
    reload: vi.fn(),
    attach: vi.fn(),
    detach: vi.fn((question, file) => form && removeRow(form, question, file)),
    retryFile: vi.fn(),
  };
}

/** Records every announcement of the live region, as a screen reader hears it. */
export function listen(): readonly string[] {
  const region = screen.getByRole('status');
  const announced: string[] = [];
  const record = () => {
    const words = [...region.children].flatMap((paragraph) => paragraph.textContent || []).join(' | ');
    if (words !== '') announced.push(words);
  };
  new MutationObserver(record).observe(region, { childList: true, subtree: true, characterData: true });
  return announced;
}

interface Drawing {
  readonly notice?: string;
  readonly locale?: string;
  readonly fallback?: Fallback;
  readonly actions?: Spies;
  readonly idPrefix?: string;
  /** The target to draw into, such as a shadow root. */
  readonly container?: Element;
  /** Draws the form before the file for filling in has loaded. */
  readonly early?: boolean;
  /** A mouse is present, so dates have typed fields. */
  readonly finePointer?: boolean;
}

export function drawView(first: View, drawing: Drawing = {}) {
  const view = signal(first);
  vi.stubGlobal('matchMedia', () => ({ matches: drawing.finePointer === true }));
  const actions = drawing.actions ?? actionSpies();
  const messages = createMessages(drawing.locale ?? 'en', { ...en, ...enFilling });
  const filling = signal(drawing.early ? null : { ...fillingParts, messages });
  const { container } = render(
    <ApplicationForm
      view={view}
      notice={signal(drawing.notice ?? null)}
      actions={actions}
      messages={signal(messages)}
      filling={filling}
      steps={signal(null)}
      fallback={signal(drawing.fallback ?? { kind: 'none' })}
      headingLevel={2}
      idPrefix={drawing.idPrefix ?? 'apply-1'}
    />,
    drawing.container ? { container: drawing.container } : {},
  );
  return { view, filling, actions, container, user: userEvent.setup() };
}

interface FormDrawing extends Drawing {
  readonly limits?: FileLimits;
  readonly preview?: boolean;
  readonly changed?: FormChange | null;
  readonly title?: string | null;
}

export function formView(form: Form, drawing: FormDrawing = {}): View {
  const { limits, preview = false, changed = null, title = null } = drawing;
  return { kind: 'form', form, title, preview, changed, ...(limits && { limits }) };
}

export function drawForm(questions: readonly Question[], drawing: FormDrawing = {}) {
  const form = createForm(treeOf(...questions));
  const actions = drawing.actions ?? actionSpies(form);
  return { form, ...drawView(formView(form, drawing), { ...drawing, actions }) };
}
