import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { detailId } from '../core/model/details.ts';
import type { ChoiceQuestion } from '../core/model/question.ts';
import type { Field, Form } from '../form/contract.ts';
import { drawSelect, type SelectOption } from './choice.tsx';
import { type ControlProps, controlAttributes } from './controls.tsx';
import { Heading } from './elements.tsx';
import { likelyCountries } from './phone.tsx';
import { elementIds, type FieldProps, hiddenTagId, type Screen } from './screen.ts';
import { Sentence, textDirection } from './texts.tsx';

/** Short fields that stand side by side where there is room, by the name of their row. */
const rows: Readonly<Record<string, string>> = {
  first_name: 'names',
  last_name: 'names',
  preferred_name: 'called',
  preferred_pronouns: 'called',
  town: 'places',
  state_province: 'places',
  postcode: 'places',
};

/** A part of one section: its heading, if it begins there, and its blocks, some of them in rows. */
export function drawPart(fields: readonly Field[], blocks: readonly VNode[], screen: Screen) {
  const drawn = fields.map((field, place) =>
    field.question.detail === 'consent' ? (
      <ConsentBlock key={field.question.id} field={field} screen={screen} />
    ) : (
      blocks[place]
    ),
  );
  const isAddress = ({ question }: Field) => question.block === 'address';
  const start = fields.findIndex(isAddress);
  // They stand together.
  const end = start + fields.filter(isAddress).length;
  // While something else is corrected none of it is drawn.
  const isHidden =
    screen.form.correcting.value && !fields.some((one) => isAddress(one) && one.editable.value);
  if (start < 0 || isHidden) return [...drawHeading(fields[0], screen), ...inRows(fields, drawn)];
  return [
    ...drawHeading(fields[0], screen),
    ...inRows(fields.slice(0, start), drawn),
    <fieldset
      key="address"
      data-detail="address"
      aria-label={fields.find(({ question }) => question.detail === 'address1')?.shown.title}
    >
      {inRows(fields.slice(start, end), drawn.slice(start))}
    </fieldset>,
    ...inRows(fields.slice(end), drawn.slice(end)),
  ];
}

/** While something is corrected, few blocks are left, and what they belong to is plain. */
function drawHeading(first: Field | undefined, { form, headingLevel }: Screen): readonly VNode[] {
  const section = first?.shown.section;
  if (!section || form.correcting.value) return [];
  const heading = (
    <div key="heading" class="af-section">
      <Heading level={headingLevel}>{section.title}</Heading>
    </div>
  );
  if (!section.intro) return [heading];
  return [
    heading,
    <p key="intro" class="af-help">
      {section.intro}
    </p>,
  ];
}

type Drawn = VNode | undefined;

function inRows(fields: readonly Field[], drawn: readonly Drawn[]): readonly Drawn[] {
  const found: Drawn[] = [];
  let row: string | undefined;
  let members: Drawn[] = [];
  fields.forEach(({ question }, place) => {
    const own = rows[`${question.detail}`];
    if (own !== undefined && own === row) {
      members.push(drawn[place]);
      return;
    }
    row = own;
    members = [drawn[place]];
    found.push(
      own === undefined ? (
        drawn[place]
      ) : (
        <div key={own} class="af-side">
          {members}
        </div>
      ),
    );
  });
  return found;
}

/** Letters before the id of a consent in the id of its question. */
const CONSENT = 'detail:consent:'.length;

/** A sentence with a box, which is never ticked beforehand. */
function ConsentBlock({ field, screen }: FieldProps) {
  const { form, messages, filling } = screen;
  if (form.correcting.value && !field.editable.value) return null;
  const question = field.shown;
  const ids = elementIds(screen, field);
  const error = field.error.value;
  const tag = question.required ? 'required' : 'optional';
  const isTagged = tag === screen.shownTag;
  const [option] = question.type === 'multiple_choice' ? question.options : [];
  const isGiven = field.filled.value;
  const described = [!question.required && (isTagged ? ids.tag : hiddenTagId(screen)), error && ids.error];
  return (
    <div
      class="af-block af-consent"
      part="question"
      data-consent={question.id.slice(CONSENT)}
      data-invalid={error !== null || undefined}
    >
      <label class="af-row" part="option" data-checked={isGiven || undefined}>
        <input
          type="checkbox"
          id={ids.control}
          checked={isGiven}
          aria-labelledby={ids.label}
          aria-describedby={described.filter(Boolean).join(' ')}
          aria-required={question.required || undefined}
          aria-invalid={error !== null || undefined}
          onChange={({ currentTarget: { checked } }) =>
            form.setAnswer(question.id, checked && option ? { kind: 'choice', options: [option.text] } : null)
          }
        />
        <span class="af-words">
          <span id={ids.label} dir={textDirection(question.title, messages.value)}>
            <Sentence nodes={question.help} messages={messages.value} />
          </span>
          {isTagged && (
            <>
              {' '}
              <span id={ids.tag} class="af-tag">
                {messages.value.text(tag)}
              </span>
            </>
          )}
        </span>
      </label>
      {error && filling.value && (
        <p class="af-error" part="error" id={ids.error}>
          <filling.value.ErrorMessage field={field} error={error} messages={filling.value.messages} />
        </p>
      )}
    </div>
  );
}

interface ClosingProps {
  readonly screen: Screen;
}

/** How the data is used, beside the button that sends it: a sentence, and no box to tick. */
export function Closing({ screen }: ClosingProps) {
  const { form, messages } = screen;
  if (form.correcting.value) return null;
  const { privacy = null, isWatched } = form.wording.value.notes ?? {};
  return (
    <>
      {isWatched && <Honeypot form={form} />}
      {privacy && (
        <p class="af-privacy">
          <Sentence nodes={privacy} messages={messages.value} />
        </p>
      )}
    </>
  );
}

/**
 * How a visitor's form was filled in, in counts alone: it raises what a script has to solve, and refuses none
 * (`src/server/http/README.md#challenges`).
 */

interface Filling {
  /** Whole seconds from the form being ready. */
  readonly seconds: number;
  readonly events: number;
  readonly hidden: number;
}

const fillings = new WeakMap<Form, () => Filling>();

/** undefined: it was not asked. */
export const fillingOf = (form: Form): Filling | undefined => fillings.get(form)?.();

/** Keys, presses, and input by voice, autofill and whatever else the browser vouches for. */
const kinds = ['keydown', 'click', 'input'];

interface HoneypotProps {
  readonly form: Form;
}

/** A field that no person sees, hears or reaches, and whose name no autofill knows: what stands in it, a script wrote. */
function Honeypot({ form }: HoneypotProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const ready = performance.now();
    const life = new AbortController();
    let events = 0;
    const see = ({ isTrusted }: Event) => {
      if (!isTrusted) return;
      events = 1;
      life.abort();
    };
    for (const kind of kinds) addEventListener(kind, see, { capture: true, signal: life.signal });
    fillings.set(form, () => ({
      seconds: Math.floor((performance.now() - ready) / 1000),
      events,
      hidden: field.current?.value.length ?? 0,
    }));
    return () => life.abort();
  }, [form]);
  return (
    <div class="af-hidden" aria-hidden="true">
      <input ref={field} name="af-topic" autocomplete="off" tabindex={-1} />
    </div>
  );
}

/** Those first in which the applicant is likely to be. */
export function likelyFirst(
  options: readonly SelectOption[],
  likely: readonly (string | undefined)[],
): readonly SelectOption[] {
  const first = [...new Set(likely)].flatMap((code) => options.find(({ value }) => value === code) ?? []);
  return [...first, ...options.filter((option) => !first.includes(option))];
}

/** Of the phone number that was given. */
function phoneCountry({ fields }: Form): string | undefined {
  const entry = fields.get(detailId('phone'))?.entry.value;
  return entry?.kind === 'text' ? entry.country : undefined;
}

export function CountrySelect(props: ControlProps) {
  const { field, screen } = props;
  const likely = [phoneCountry(screen.form), ...likelyCountries(screen.messages.value.locale)];
  return drawChoice(props, likelyFirst(optionsOf(field.shown), likely));
}

export const StateSelect = (props: ControlProps) => drawChoice(props, optionsOf(props.field.shown));

const optionsOf = (question: Pick<ChoiceQuestion, 'type' | 'options'> | { readonly type: string }) =>
  'options' in question ? question.options.map(({ text, shown }) => ({ value: text, shown })) : [];

function drawChoice(props: ControlProps, options: readonly SelectOption[]) {
  const { field, screen } = props;
  const { question, entry } = field;
  const value = entry.value?.kind === 'choice' ? (entry.value.options[0] ?? '') : '';
  return drawSelect({
    options: [{ value: '', shown: screen.messages.value.text('select') }, ...options],
    value,
    attributes: { ...controlAttributes(props), name: question.autofill, autoComplete: question.autofill },
    onChoose: (chosen) =>
      screen.form.setAnswer(question.id, chosen ? { kind: 'choice', options: [chosen] } : null),
  });
}
