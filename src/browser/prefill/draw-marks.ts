/** Says what was filled in: one sentence above the questions, and one beside each control until it is changed. */
import type { ComponentChildren } from 'preact';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Field, Form } from '../../form/contract.ts';
import type { ReadonlySignal } from '../../form/signals.ts';
import type { PrefillKey } from '../../locale/catalogue.ts';
import { enPrefill } from '../../locale/en-prefill.ts';
import type { ApplicationFormProps } from '../../ui/form/application-form.tsx';
import type { BannersProps, BesideProps, DetailParts, Screen } from '../../ui/screen.ts';
import type { Dress } from '../../ui/steps/dress.tsx';
import type { PrefillTools } from './contract.ts';

export interface Marks {
  /** Filled in the form that is shown. */
  readonly filled: ReadonlySignal<readonly QuestionId[]>;
  /** It came after the form: said to those who hear it, too. */
  isLate: boolean;
}

/** @param inner what else draws around the form */
export function dressWithMarks(tools: PrefillTools, marks: Marks, inner: Dress | null): Dress {
  let made: { readonly from: Dressed; readonly parts: Dressed } | null = null;
  const isMarked = createIsMarked(tools);
  return (given) => {
    const props = inner?.(given) ?? given;
    const { lazy, details } = props;
    if (made?.from.lazy !== lazy || made.from.details !== details)
      made = { from: { lazy, details }, parts: dressParts(tools, marks, isMarked, props) };
    return { ...props, ...made.parts };
  };
}

type Dressed = Pick<ApplicationFormProps, 'lazy' | 'details'>;
type IsMarked = (field: Field) => boolean;

/** Each field is asked by itself, so that a key redraws nothing but what it changes. */
function createIsMarked({ computed, prefilled }: PrefillTools): IsMarked {
  const known = new WeakMap<Field, ReadonlySignal<boolean>>();
  return (field) => {
    const isMarked =
      known.get(field) ??
      computed(() => {
        const entry = field.entry.value;
        return entry !== null && prefilled.has(entry);
      });
    known.set(field, isMarked);
    return isMarked.value;
  };
}

function dressParts(
  tools: PrefillTools,
  marks: Marks,
  isMarked: IsMarked,
  { lazy, details }: Dressed,
): Dressed {
  const { computed, jsx } = tools;
  const Banners = (props: BannersProps) => {
    const { screen } = props;
    const plain = lazy.value;
    if (!plain) return null;
    const isShown = isSomeMarked(screen.form, marks, isMarked);
    const children = [jsx(plain.Banners, props), isShown && drawNotice(tools, marks, screen)];
    return jsx(Siblings, { children });
  };
  return {
    lazy: computed(() => lazy.value && { ...lazy.value, Banners }),
    details: computed(() => ({ ...(details.value ?? plainParts), drawBeside })),
  };

  function drawBeside(props: BesideProps) {
    const { field, ids } = props;
    const own = details.value?.drawBeside?.(props) ?? null;
    if (!isMarked(field)) return own;
    const id = `${ids.control}-prefilled`;
    return jsx('p', { class: 'af-count af-prefilled', id, children: say(tools, 'prefill.field') });
  }
}

/** As Preact's own fragment, which is in another file. */
const Siblings = ({ children }: { readonly children: ComponentChildren }) => children;

const plainParts: DetailParts = {
  drawControl: () => null,
  drawPart: (_fields, blocks) => blocks,
  drawEnd: () => null,
};

const isSomeMarked = ({ fields }: Form, { filled }: Marks, isMarked: IsMarked): boolean =>
  filled.value.some((id) => {
    const field = fields.get(id);
    return field?.visible.value === true && isMarked(field);
  });

function drawNotice(tools: PrefillTools, marks: Marks, screen: Screen) {
  const text = say(tools, 'prefill.some');
  const ref = (element: EventTarget | null) => {
    if (element && marks.isLate) tools.announce(screen, text);
    if (element) marks.isLate = false;
  };
  return tools.jsx('p', { class: 'af-notice af-prefill', part: 'notice', ref, children: text });
}

/** Read where it is drawn, so that another language redraws it. */
function say({ host, speech }: PrefillTools, key: PrefillKey): string {
  const own = host.settings().messages?.[key];
  return typeof own === 'string' ? own : (speech.value.words ?? enPrefill)[key];
}
