/* A drawn form for tests: plain data in, what the applicant asks for out. */
import { Signal, signal } from '@preact/signals';
import { cleanup, render, screen } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { options } from 'preact';
import { afterEach, type Mock, vi } from 'vitest';
import type { FileLimits, Question } from '../core/model/question.ts';
import type { Fallback, Form, FormActions, FormChange, View } from '../form/contract.ts';
import { createForm } from '../form/create-form.ts';
import { removeRow, treeOf } from '../form/form.support.ts';
import { en } from '../locale/en.ts';
import { enLazy } from '../locale/en-lazy.ts';
import { enLists } from '../locale/en-lists.ts';
import { enOutcome } from '../locale/en-outcome.ts';
import { createMessages } from '../locale/messages.ts';
import { createDateParts } from './dates/date-parts.tsx';
import { createDetailParts } from './details/detail-parts.tsx';
import type { PhoneNumbers } from './details/phone.tsx';
import { ApplicationForm } from './form/application-form.tsx';
import { lazyParts } from './lazy-parts.ts';
import { createDrawLong } from './lists/long-list.tsx';
import { outcomeScreensParts } from './outcome/parts.ts';
import type { DetailParts } from './screen.ts';

afterEach(cleanup);

/** The built form knows no signals that are drawn themselves (`trim-preact.ts`): a component reads them. */
const { vnode: before } = options;
options.vnode = (drawn) => {
  const values: readonly unknown[] = typeof drawn.type === 'string' ? Object.values(drawn.props) : [];
  for (const value of values.flat(Number.POSITIVE_INFINITY))
    if (value instanceof Signal) throw new Error(`<${drawn.type}> is drawn with a signal.`);
  before?.(drawn);
};

/** Of a drawn form: set where a test knows of numbers. */
export const numbers: Signal<PhoneNumbers | null> = signal(null);

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

const plainDetails = createDetailParts({ known: () => numbers, load: () => {} });

/** Every utterance of the live region, as a screen reader hears it. */
export function hear(): readonly string[] {
  const region = screen.getByRole('status');
  const heard: string[] = [];
  const listen = () => {
    const words = [...region.children].flatMap((place) => place.textContent || []).join(' | ');
    if (words !== '') heard.push(words);
  };
  new MutationObserver(listen).observe(region, { childList: true, subtree: true, characterData: true });
  return heard;
}

const drawLong = createDrawLong(() => createMessages('en', enLists));

interface Drawing {
  readonly notice?: string;
  readonly locale?: string;
  readonly fallback?: Fallback;
  readonly actions?: Spies;
  readonly idPrefix?: string;
  /** Where to draw: a shadow root, for one. */
  readonly container?: Element;
  /** Before what comes after the first answer is loaded. */
  readonly early?: boolean;
  /** A mouse is at hand: dates are typed. */
  readonly finePointer?: boolean;
  /** With what draws further details; true: as it is without what an application has. */
  readonly details?: boolean | DetailParts;
}

/** What comes after the first answer, in a language. */
export const lazyFor = (locale: string) => ({
  ...lazyParts,
  outcomeScreens: signal({ ...outcomeScreensParts, words: createMessages(locale, enOutcome) }),
  messages: createMessages(locale, { ...en, ...enLazy }),
});

export function drawView(first: View, drawing: Drawing = {}) {
  const view = signal(first);
  const actions = drawing.actions ?? actionSpies();
  const messages = createMessages(drawing.locale ?? 'en', { ...en, ...enLazy });
  const outcomeScreens = lazyFor(drawing.locale ?? 'en').outcomeScreens;
  const lazy = signal(drawing.early ? null : { ...lazyParts, messages, outcomeScreens });
  const { container } = render(
    <ApplicationForm
      view={view}
      notice={signal(drawing.notice ?? null)}
      actions={actions}
      messages={signal(messages)}
      lazy={lazy}
      details={signal(drawing.details === true ? plainDetails : drawing.details || null)}
      dates={signal({ ...createDateParts(() => drawing.finePointer === true), drawLong })}
      fallback={signal(drawing.fallback ?? { kind: 'none' })}
      headingLevel={2}
      idPrefix={drawing.idPrefix ?? 'apply-1'}
    />,
    drawing.container ? { container: drawing.container } : {},
  );
  return { view, lazy, actions, container, user: userEvent.setup() };
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
