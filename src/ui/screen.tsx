import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type {
  FileLimits,
  Question,
  RichTextElement,
  RichText as RichTextNodes,
} from '../core/model/question.ts';
import type { Fallback, Field, Form, FormActions, View, VisibilityChange } from '../form/contract.ts';
import type { StepsKey } from '../locale/catalogue.ts';
import type { FirstMessages, Messages } from '../locale/messages.ts';
import type * as fillingParts from './filling-parts.ts';
import type { Journey, stepsParts } from './steps.tsx';

/** The context of one drawn form; created once, so that passing it down redraws nothing. */
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
  /** The last visibility change that needs no announcement: it was announced, or happened before the form was drawn. */
  readonly announced: { current: VisibilityChange | null };
  /**
   * The element around the form. Reading a property of the form itself first searches the names of its controls, which
   * browsers collect again after each change of what is shown: 5 ms for 5,000 questions.
   */
  readonly box: { current: HTMLElement | null };
  /** Called with the form when it is drawn, and with null when it is removed. */
  readonly hold: (form: HTMLFormElement | null) => void;
  /** Unique in the page: element ids start with it. */
  readonly idPrefix: string;
  /** Heading level of the boxes above the questions. */
  readonly headingLevel: number;
  /** The rarer of "required" and "optional": this one is shown, the other is only read out (`hiddenTagId`). */
  readonly shownTag: 'required' | 'optional';
  /** True if there is a mouse or a pen; read once, so that plugging one in later changes no field in use. */
  readonly hasFinePointer: boolean;
  /** Called with a new follow-up: it fades in if the applicant's answer caused it. */
  readonly move: (block: HTMLElement | null) => void;
}

export interface FieldProps {
  readonly field: Field;
  readonly screen: Screen;
}

/** The parts and sentences that are needed only after the first answer, or instead of the form. */
export type Filling = typeof fillingParts & { readonly messages: Messages };

/** Props of parts that need every sentence. */
export interface FillingProps {
  readonly screen: Screen;
  readonly messages: Messages;
}

export interface FillingFieldProps extends FillingProps {
  readonly field: Field;
}

/** Props of a screen that replaces the questions. */
export interface InsteadProps {
  readonly view: Exclude<View, { kind: 'loading' }>;
  readonly fallback: Fallback;
  readonly headingLevel: number;
  /** True if it results from a press. */
  readonly takesFocus: boolean;
  readonly onReload: () => void;
}

export interface StepsProps {
  readonly screen: Screen;
  readonly journey: Journey;
  readonly words: Messages<StepsKey>;
}

/** The parts that draw a form with steps; loaded before such a form is shown. */
export type Steps = Omit<typeof stepsParts, 'Journey'> & {
  createJourney(form: Form): Journey;
  readonly words: ReadonlySignal<Messages<StepsKey>>;
};

/** Id of the element that describes every question without its own tag. */
export const hiddenTagId = ({ idPrefix }: Pick<Screen, 'idPrefix'>): string => `${idPrefix}-tag`;

/** Joins ids for `aria-describedby`; undefined if there are none. */
export const joinIds = (...ids: readonly (string | false | null | undefined)[]): string | undefined =>
  ids.filter(Boolean).join(' ') || undefined;

export type ElementIds = ReturnType<typeof elementIds>;

/** Ids of a question's elements, unique in the page: made of its index, never of the service's text. */
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

const circle = 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Z';

const icons = {
  alert: `M10 6v5m0 3h.01${circle}`,
  info: `M10 9.5V14m0-7.5h.01${circle}`,
  clock: `M10 6v4l2.7 1.8${circle}`,
  tick: 'm4.5 10.5 3.7 3.7 7.3-8',
  lock: 'M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9M5 9h10v7.5H5Z',
  file: 'M11.5 2.5h-6v15h9v-12Zm0 0v3h3',
  upload: 'M10 13V3.5M6.5 7 10 3.5 13.5 7M3.5 13v3.5h13V13',
  cross: 'm5.5 5.5 9 9m0-9-9 9',
  again: 'M16 5v3.5h-3.5M15.7 8.5a6 6 0 1 0 .2 3',
  calendar: 'M3.5 5h13v11.5h-13Zm0 4h13M7 3v3.5M13 3v3.5',
  copy: 'M7.5 7.5h9v9h-9Zm-2.5 5H3.5v-9h9V5',
};

export type IconName = keyof typeof icons;

/** Takes the colour of the text; hidden from screen readers, because text always accompanies it. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class={`af-icon af-is-${name}`} viewBox="0 0 20 20" aria-hidden="true">
    <path d={icons[name]} />
  </svg>
);

interface HeadingProps {
  /** 1 to 6: the host knows where the form is in its page. */
  readonly level: number;
  /** Opens a further part of the same screen. */
  readonly next?: boolean;
  readonly children: ComponentChildren;
}

export function Heading({ level, next, children }: HeadingProps) {
  const Tag = (['h1', 'h2', 'h3', 'h4', 'h5'] as const)[level - 1] ?? 'h6';
  return (
    <Tag class={next ? 'af-heading af-next' : 'af-heading'} dir="auto">
      {children}
    </Tag>
  );
}

type NoticeProps = { readonly part?: string; readonly children: ComponentChildren };

/** A remark with its symbol. */
export const Notice = ({ part, children }: NoticeProps) => (
  <p class="af-notice" part={part}>
    <Icon name="info" />
    {children}
  </p>
);

type WayOnProps = { readonly fallback: Fallback; readonly messages: FirstMessages };

/** How to apply without this form. */
export const WayOn = ({ fallback, messages }: WayOnProps) => (
  <p class="af-way">
    {fallback.kind === 'children' && <slot />}
    {fallback.kind === 'none' && messages.text('way.none')}
    {fallback.kind === 'link' && (
      <a href={fallback.href} target="_top" rel="noopener">
        {messages.text('way.fallback')}
      </a>
    )}
  </p>
);

/** The current announcement, at most four paragraphs, written by `announcer.ts`. */
export type Region = Signal<readonly string[]>;

/**
 * The one polite live region, used by every part of the form. It exists from the first paint to the receipt, because a
 * region inserted together with its text is often not read out.
 */
export const LiveRegion = ({ region }: { readonly region: Region }) => (
  <div class="af-hidden" role="status">
    {[0, 1, 2, 3].map((index) => (
      <p key={index}>{region.value[index] ?? ''}</p>
    ))}
  </div>
);

/** Focuses a box that appears after the applicant's action. Once left, it is plain text again. */
export function takeFocus(box: HTMLElement | null, options?: FocusOptions): void {
  if (box === null) return;
  box.tabIndex = -1;
  // If a page removes the form and puts it back, the box gets focus again.
  box.onblur = () =>
    queueMicrotask(() => {
      if (box.isConnected && !box.matches(':focus')) box.removeAttribute('tabindex');
    });
  box.focus(options);
  if (options?.preventScroll) return;
  box.scrollIntoView?.({ block: 'nearest' });
  // Shows the beginning of a box that is higher than the space between bars and foot.
  if (roomAbove(box) <= -1) box.scrollIntoView?.();
}

/** Pixels below the page's bars; negative if the beginning is out of sight. */
export const roomAbove = (box: Element): number =>
  box.getBoundingClientRect().top - (Number.parseFloat(getComputedStyle(box).scrollMarginTop) || 0);

/** Title of a question: in the service's words, or in ours for a basic detail. */
export const titleOf = (messages: FirstMessages, { basic, title }: Question): string =>
  basic ? messages.text(`detail.${basic}`) : title;

/** Hebrew, Arabic and their neighbours. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The direction of a text from the service, by its first letter, where it differs from the form's. */
export function textDirection(text: string, { direction }: FirstMessages): 'ltr' | 'rtl' | undefined {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  const own = letter && (rightToLeft.test(letter) ? 'rtl' : 'ltr');
  return own && own !== direction ? own : undefined;
}

export const plainText = (nodes: RichTextNodes): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plainText(node.children))).join('');

type RichTextProps = { readonly nodes: RichTextNodes; readonly messages: FirstMessages };

/** Builds text with links as elements: the service's markup never reaches the page, and links open outside the form. */
export const RichText = ({ nodes, messages }: RichTextProps) => (
  <>{nodes.map((node) => (typeof node === 'string' ? node : drawElement(node, messages)))}</>
);

function drawElement({ tag: Tag, href = '', children }: RichTextElement, messages: FirstMessages) {
  if (Tag === 'br') return <br />;
  const drawn = <RichText nodes={children} messages={messages} />;
  if (Tag !== 'a') return <Tag>{drawn}</Tag>;
  if (/^mailto:/i.test(href)) return <a href={href}>{drawn}</a>;
  if (!/^https?:/i.test(href)) return drawn;
  return (
    <a href={href} target="_blank" rel="noopener nofollow">
      {drawn} {messages.text('opensInNewTab')}
    </a>
  );
}

/** "A, B, C". */
export const allOf = ({ locale }: Pick<FirstMessages, 'locale'>, words: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'unit' }).format(words);

/** "A, B or C". */
export const anyOf = ({ locale }: Pick<FirstMessages, 'locale'>, words: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(words);
