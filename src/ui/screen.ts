import type { ReadonlySignal, Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import type { Field, FileLimits, Form, FormActions, VisibilityChange } from '../form/contract.ts';
import type { FirstMessages } from '../locale/messages.ts';
import type { Region } from './announcements/live-region.tsx';
import type { Lazy } from './lazy-parts.ts';

/** What every part of one drawn form needs; made once a form, so that handing it down redraws nothing. */
export interface Screen {
  readonly form: Form;
  readonly actions: FormActions;
  readonly messages: ReadonlySignal<FirstMessages>;
  /** null until it is loaded. */
  readonly later: ReadonlySignal<Lazy | null>;
  readonly limits: FileLimits | null;
  /** Written only by `announcements/announcer.ts`. */
  readonly region: Region;
  /** What appeared or disappeared and is still to be announced: its sentences may still be loading. */
  readonly untold: Signal<readonly VisibilityChange[]>;
  readonly box: RefObject<HTMLFormElement | null>;
  readonly idPrefix: string;
  /** Of the boxes above the questions: below the form's own heading, where it has one. */
  readonly headingLevel: number;
  /** The rarer of "required" and "optional": the one that is shown; the other is only heard. */
  readonly shownTag: 'required' | 'optional';
}

export interface FieldProps {
  readonly field: Field;
  readonly screen: Screen;
}

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
  };
}
