import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import type { Failure } from '../core/model/failure.ts';
import type { ChoiceQuestion, FileLimits } from '../core/model/question.ts';
import type { Submission } from '../core/model/submission.ts';
import type {
  Fallback,
  Field,
  Form,
  FormActions,
  FormChange,
  Invalidity,
  LostAnswer,
  VisibilityChange,
} from '../form/contract.ts';
import type { OutcomeKey } from '../locale/catalogue.ts';
import type { FirstMessages, Messages } from '../locale/messages.ts';
import type { NumberReading } from '../locale/number-reading.ts';
import type { announce } from './announcements/announcer.ts';
import type { Region } from './announcements/live-region.tsx';
import type { ControlProps } from './controls/control-props.ts';
import type { Help } from './controls/purpose.ts';
import type { Accepted } from './files/last-accepted.ts';
import type { InsteadProps } from './form/plain-screen.tsx';

/** What every part of one drawn form needs; made once for each form, so that handing it down redraws nothing. */
export interface Screen {
  readonly form: Form;
  readonly actions: FormActions;
  readonly messages: ReadonlySignal<FirstMessages>;
  /** null until it is loaded. */
  readonly lazy: ReadonlySignal<Lazy | null>;
  readonly limits: FileLimits | null;
  /** null: the form asks no more than its questions, names and email. */
  readonly details: ReadonlySignal<DetailParts | null>;
  /** null: the form asks for no date and no file. */
  readonly dates: ReadonlySignal<DateParts | null>;
  /** Written only by `announcements/announcer.ts`. */
  readonly region: Region;
  /** What appeared or disappeared and is still to be announced: its sentences may still be loading. */
  readonly pending: Signal<readonly VisibilityChange[]>;
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
  /** Called with a follow-up that has been drawn: if the applicant has just brought it about, it fades in. */
  readonly move: (block: HTMLElement | null) => void;
}

export interface FieldProps {
  readonly field: Field;
  readonly screen: Screen;
}

/** Of a lazy part, which draws with every sentence at hand. */
export interface LazyProps {
  readonly screen: Screen;
  readonly messages: Messages;
}

export interface LazyFieldProps extends LazyProps {
  readonly field: Field;
}

export interface ErrorMessageProps extends Omit<LazyFieldProps, 'screen'> {
  readonly error: Invalidity;
}

export interface BannersProps extends LazyProps {
  /** Which fields the summary lists; all where there are no steps. */
  readonly lists?: (field: Field) => boolean;
  readonly changed: FormChange | null;
  readonly fallback: Fallback;
}

/** With sentences of their own beside all others. */
interface OutcomeProps {
  readonly messages: Messages;
  readonly words: Messages<OutcomeKey>;
}

export interface LostAnswersProps extends OutcomeProps {
  readonly lost: readonly LostAnswer[];
}

export interface ChangedNoticeProps extends OutcomeProps {
  readonly screen: Screen;
  readonly changed: FormChange;
}

export interface CorrectionNoticeProps extends OutcomeProps {
  readonly screen: Screen;
  readonly accepted: Accepted;
  readonly fallback: Fallback;
}

export interface ReceiptProps extends OutcomeProps {
  /** Of the job, where the page around does not say it. */
  readonly title: string | null;
  readonly form: Form;
  readonly accepted: Accepted;
  readonly region: Region;
  readonly headingLevel: number;
  readonly takesFocus: boolean;
  /** Another way to apply, shown where the application may not have arrived. */
  readonly fallback: Fallback;
}

export interface InsteadScreenProps extends InsteadProps, OutcomeProps {
  readonly region: Region;
}

export interface FailureNoticeProps extends OutcomeProps {
  readonly screen: Screen;
  readonly failure: Failure;
}

/** What became of a form: failures, the receipt, refusals, a form that has changed. */
export interface OutcomeScreensParts {
  readonly ChangedNotice: Part<ChangedNoticeProps>;
  readonly CorrectionNotice: Part<CorrectionNoticeProps>;
  readonly FailureNotice: Part<FailureNoticeProps>;
  readonly InsteadScreen: Part<InsteadScreenProps>;
}

export interface OutcomeScreens extends OutcomeScreensParts {
  readonly words: Messages<OutcomeKey>;
}

type Part<Props> = (props: Props) => VNode | null;

/** What is needed only after the first answer, or instead of the form. `lazy-parts.ts` has it; it is loaded later. */
export interface LazyParts {
  readonly announce: typeof announce;
  readonly Banners: Part<BannersProps>;
  /** What it draws may have an id, by which it describes the control. */
  readonly drawBelowAnswer: (props: LazyFieldProps) => VNode<{ readonly id?: string }> | null;
  readonly ErrorMessage: Part<ErrorMessageProps>;
  readonly FileList: Part<LazyFieldProps>;
  readonly FootStatus: Part<LazyProps>;
  readonly OfflineNotice: Part<LazyProps>;
  readonly focusFirstError: (root: ParentNode) => void;
  readonly grow: (area: HTMLTextAreaElement | null) => void;
  readonly needsCorrection: (submission: Submission, form: Form) => boolean;
  readonly readNumber: (typed: string, locale: string) => NumberReading | null;
}

export interface LongListProps extends ControlProps {
  readonly question: ChoiceQuestion;
  /** The options, drawn as in a short list. */
  readonly rows: VNode;
}

/** What draws dates, files and long lists; loaded before the first form that asks for one is shown. */
export interface DateParts {
  /** As fields for day, month and year, which are a group. */
  readonly isTyped: (help: Help) => boolean;
  readonly drawDate: (props: ControlProps, help: Help) => VNode;
  readonly drawFiles: (props: ControlProps) => VNode;
  /** Absent where no list is long. */
  readonly drawLong?: (props: LongListProps) => VNode;
}

export interface BesideProps extends FieldProps {
  readonly ids: ElementIds;
}

/** What draws further details, sections and consents; loaded with the first form that has any (`details/`). */
export interface DetailParts {
  /** null: the usual control of its type. */
  readonly drawControl: (props: ControlProps) => VNode | null;
  /** Some fields of one section, with what stands around them. */
  readonly drawPart: (
    fields: readonly Field[],
    blocks: readonly VNode[],
    screen: Screen,
  ) => ComponentChildren;
  /** Beside the control, which it describes by its id; null: nothing. */
  readonly drawBeside?: (props: BesideProps) => VNode<{ readonly id?: string }> | null;
  /** Below all questions. */
  readonly drawEnd: (screen: Screen) => VNode | null;
}

/** The parts and every sentence: they come together. */
export interface Lazy extends LazyParts {
  readonly messages: Messages;
  /** null until it is loaded, which is soon after. */
  readonly outcomeScreens: ReadonlySignal<OutcomeScreens | null>;
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
  };
}
