import type { ReadonlySignal } from '@preact/signals';
import type { FileLimits } from '../core/model/question.ts';
import type { Fallback, Field, Form, FormActions, View, VisibilityChange } from '../form/contract.ts';
import type { StepsKey } from '../locale/catalogue.ts';
import type { FirstMessages, Messages } from '../locale/messages.ts';
import type { Region } from './elements.tsx';
import type * as fillingParts from './filling-parts.ts';
import type { Journey, stepsParts } from './steps.tsx';

/** What every part of one drawn form needs; made once for each form, so that handing it down redraws nothing. */
export interface Screen {
  readonly form: Form;
  readonly actions: FormActions;
  readonly messages: ReadonlySignal<FirstMessages>;
  /** null until it is loaded. */
  readonly filling: ReadonlySignal<Filling | null>;
  readonly limits: FileLimits | null;
  /** null where all questions are on one page. */
  readonly steps: (Steps & { readonly journey: Journey }) | null;
  /** Written only by `announcer.ts`. */
  readonly region: Region;
  /** The last change of what is shown that was announced, or that was there before the form was drawn. */
  readonly announced: { current: VisibilityChange | null };
  /**
   * The element around the form. Not the form itself, whose every property is first looked for among the names of its
   * controls: after a change of what is shown browsers collect these names anew, 5 ms of 5,000 questions.
   */
  readonly box: { current: HTMLElement | null };
  /** Called with the form when it has been drawn, and with null when it goes. */
  readonly hold: (form: HTMLFormElement | null) => void;
  /** Unique in the page: element ids start with it. */
  readonly idPrefix: string;
  /** Of the boxes above the questions: below the form's own heading, where it has one. */
  readonly headingLevel: number;
  /** The rarer of "required" and "optional": this one is shown, the other is only read out (`hiddenTagId`). */
  readonly shownTag: 'required' | 'optional';
  /** A mouse or a pen is at hand; asked once, so that one that is plugged in later changes no field under the hand. */
  readonly hasFinePointer: boolean;
  /** Called with a follow-up that has been drawn: if the applicant has just brought it about, it fades in. */
  readonly move: (block: HTMLElement | null) => void;
}

export interface FieldProps {
  readonly field: Field;
  readonly screen: Screen;
}

/** What is needed only after the first answer, or instead of the form, with every sentence: they are loaded together. */
export type Filling = typeof fillingParts & { readonly messages: Messages };

/** Of what draws with every sentence at hand. */
export interface FillingProps {
  readonly screen: Screen;
  readonly messages: Messages;
}

export interface FillingFieldProps extends FillingProps {
  readonly field: Field;
}

/** Of a screen in the place of the questions. */
export interface InsteadProps {
  readonly view: Exclude<View, { kind: 'loading' }>;
  readonly fallback: Fallback;
  readonly headingLevel: number;
  /** It results from what the applicant just pressed. */
  readonly takesFocus: boolean;
  readonly onReload: () => void;
}

export interface StepsProps {
  readonly screen: Screen;
  readonly journey: Journey;
  readonly words: Messages<StepsKey>;
}

/** What draws a form one section at a time; loaded before such a form is shown. */
export type Steps = Omit<typeof stepsParts, 'Journey'> & {
  createJourney(form: Form): Journey;
  readonly words: ReadonlySignal<Messages<StepsKey>>;
};

/** Of the one element that describes every question without a tag of its own. */
export const hiddenTagId = ({ idPrefix }: Pick<Screen, 'idPrefix'>): string => `${idPrefix}-tag`;

/** Ids of what describes a control; undefined: nothing does. */
export const joinIds = (...ids: readonly (string | false | null | undefined)[]): string | undefined =>
  ids.filter(Boolean).join(' ') || undefined;

export type ElementIds = ReturnType<typeof elementIds>;

/** Ids of a question's elements, unique in the page: a place in the form, never text from the service. */
export function elementIds(screen: Pick<Screen, 'idPrefix'>, field: Pick<Field, 'index'>) {
  const base = `${screen.idPrefix}-${field.index}`;
  return {
    label: `${base}-label`,
    tag: `${base}-tag`,
    help: `${base}-help`,
    hint: `${base}-hint`,
    error: `${base}-error`,
    control: `${base}-control`,
    prefilled: `${base}-prefilled`,
  };
}
