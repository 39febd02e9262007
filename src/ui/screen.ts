import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import type { Failure } from '../core/model/failure.ts';
import type { FileLimits } from '../core/model/question.ts';
import type { Submission } from '../core/model/submission.ts';
import type {
  Fallback,
  Field,
  Form,
  FormActions,
  FormChange,
  Invalidity,
  VisibilityChange,
} from '../form/contract.ts';
import type { StepsKey } from '../locale/catalogue.ts';
import type { FirstMessages, Messages } from '../locale/messages.ts';
import type { NumberReading } from '../locale/number-reading.ts';
import type { announce } from './announcer.ts';
import type { InsteadProps } from './application-form.tsx';
import type { Region } from './elements.tsx';
import type { Journey } from './steps.tsx';

/** What every part of one drawn form needs; made once for each form, so that handing it down redraws nothing. */
export interface Screen {
  readonly form: Form;
  readonly actions: FormActions;
  readonly messages: ReadonlySignal<FirstMessages>;
  /** null until it is loaded. */
  readonly filling: ReadonlySignal<Filling | null>;
  readonly limits: FileLimits | null;
  /** null where all questions are on one page. */
  readonly steps: StepsScreen | null;
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

/** Of a filling part, which draws with every sentence at hand. */
export interface FillingProps {
  readonly screen: Screen;
  readonly messages: Messages;
}

export interface FillingFieldProps extends FillingProps {
  readonly field: Field;
}

export interface ErrorMessageProps extends Omit<FillingFieldProps, 'screen'> {
  readonly error: Invalidity;
}

export interface BannersProps extends FillingProps {
  readonly changed: FormChange | null;
  readonly fallback: Fallback;
}

export interface FailureNoticeProps extends FillingProps {
  readonly failure: Failure;
}

export interface InsteadScreenProps extends InsteadProps {
  readonly messages: Messages;
  readonly region: Region;
}

type Part<Props> = (props: Props) => VNode | null;

/** What is needed only after the first answer, or instead of the form. `filling-parts.ts` has it. */
export interface FillingParts {
  readonly announce: typeof announce;
  readonly Banners: Part<BannersProps>;
  /** What it draws may have an id, by which it describes the control. */
  readonly drawBelowAnswer: (props: FillingFieldProps) => VNode<{ readonly id?: string }> | null;
  readonly ErrorMessage: Part<ErrorMessageProps>;
  readonly FailureNotice: Part<FailureNoticeProps>;
  readonly FileList: Part<FillingFieldProps>;
  readonly FootStatus: Part<FillingProps>;
  readonly InsteadScreen: Part<InsteadScreenProps>;
  readonly DraftLine: Part<Pick<FillingProps, 'screen'>>;
  readonly focusFirstError: (root: ParentNode) => void;
  readonly grow: (area: HTMLTextAreaElement | null) => void;
  readonly needsCorrection: (submission: Submission, form: Form) => boolean;
  readonly sayChosen: (props: FieldProps, refused?: string) => void;
  readonly readNumber: (typed: string, locale: string) => NumberReading | null;
}

export interface BesideProps extends FieldProps {
  readonly ids: ElementIds;
}

export interface StepsProps {
  readonly screen: Screen;
  readonly journey: Journey;
  readonly words: Messages<StepsKey>;
}

/** What draws a form one section at a time. `steps.tsx` has it; it is loaded before such a form is shown. */
export interface Steps {
  createJourney(form: Form): Journey;
  readonly words: ReadonlySignal<Messages<StepsKey>>;
  readonly StepHead: Part<StepsProps>;
  readonly CheckAnswers: Part<StepsProps & { readonly messages: Messages }>;
  /** Some fields, parted by the steps that they belong to. */
  readonly drawSteps: (
    journey: Journey,
    fields: readonly Field[],
    blocks: readonly VNode[],
    drawPart: (fields: readonly Field[], blocks: readonly VNode[]) => ComponentChildren,
  ) => VNode[];
}

interface StepsScreen extends Steps {
  readonly journey: Journey;
}

/** The parts and every sentence: they come together. */
export interface Filling extends FillingParts {
  readonly messages: Messages;
}

/** Of the one element that describes every question without a tag of its own. */
export const hiddenTagId = ({ idPrefix }: Pick<Screen, 'idPrefix'>): string => `${idPrefix}-tag`;

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
