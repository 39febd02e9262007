import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Field, Form } from '../form/contract.ts';
import { drawError } from './controls.tsx';
import {
  elementIds,
  type FieldProps,
  Heading,
  hiddenTagId,
  joinIds,
  RichText,
  type Screen,
  textDirection,
} from './screen.tsx';

/** The row of each short field, by the field's name; fields of one row share it where there is room. */
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
  const isAddress = ({ question }: Field) => question.block === 'address';
  const start = fields.findIndex(isAddress);
  // The blocks of an address are consecutive.
  const end = start + fields.filter(isAddress).length;
  // During a correction of other fields it is not drawn.
  const isHidden =
    screen.form.correcting.value && !fields.some((field) => isAddress(field) && field.editable.value);
  if (start < 0 || isHidden) return [...drawHeading(fields[0], screen), ...inRows(fields, blocks)];
  return [
    ...drawHeading(fields[0], screen),
    ...inRows(fields.slice(0, start), blocks.slice(0, start)),
    <fieldset
      key="address"
      data-detail="address"
      aria-label={fields.find(({ question }) => question.detail === 'address1')?.shown.title}
    >
      {inRows(fields.slice(start, end), blocks.slice(start, end))}
    </fieldset>,
    ...inRows(fields.slice(end), blocks.slice(end)),
  ];
}

/** A correction shows few blocks, which need no heading. */
function drawHeading(first: Field | undefined, { form, headingLevel }: Screen): readonly VNode[] {
  const section = first?.shown.section;
  if (!section || form.correcting.value) return [];
  const heading = (
    <div key="heading" class="af-section">
      <Heading level={headingLevel}>{section.title}</Heading>
    </div>
  );
  const intro = (
    <p key="intro" class="af-help">
      {section.intro}
    </p>
  );
  return section.intro ? [heading, intro] : [heading];
}

function inRows(fields: readonly Field[], blocks: readonly VNode[]): readonly VNode[] {
  const found: VNode[] = [];
  let members: VNode[] = [];
  let previousRow: string | undefined;
  for (const [index, block] of blocks.entries()) {
    const row = rows[`${fields[index]?.question.detail}`];
    if (row && row === previousRow) members.push(block);
    else if (row) {
      members = [block];
      found.push(
        <div key={row} class="af-side">
          {members}
        </div>,
      );
    } else found.push(block);
    previousRow = row;
  }
  return found;
}

/** A sentence with a box, which is never ticked beforehand. */
export function drawConsent({ field, screen }: FieldProps) {
  const { form, messages } = screen;
  const question = field.shown;
  const ids = elementIds(screen, field);
  const error = field.error.value;
  const tag = question.required ? 'required' : 'optional';
  const isTagged = tag === screen.shownTag;
  const [option] = question.type === 'multiple_choice' ? question.options : [];
  const isGiven = field.filled.value;
  const tagId = isTagged ? ids.tag : hiddenTagId(screen);
  return [
    <label key="consent" class="af-row" part="option" data-checked={isGiven || undefined}>
      <input
        type="checkbox"
        id={ids.control}
        checked={isGiven}
        aria-labelledby={ids.label}
        aria-describedby={joinIds(!question.required && tagId, error && ids.error)}
        aria-required={question.required || undefined}
        aria-invalid={error !== null || undefined}
        onChange={({ currentTarget: { checked } }) =>
          form.setAnswer(question.id, checked && option ? { kind: 'choice', options: [option.text] } : null)
        }
      />
      <span class="af-words">
        <span id={ids.label} dir={textDirection(question.title, messages.value)}>
          <RichText nodes={question.help} messages={messages.value} />
        </span>
        {isTagged && [
          ' ',
          <span key="tag" id={ids.tag} class="af-tag">
            {messages.value.text(tag)}
          </span>,
        ]}
      </span>
    </label>,
    drawError({ field, screen }),
  ];
}

/** Privacy sentence next to the button: no box to tick. */
export function Closing({ screen }: Pick<FieldProps, 'screen'>) {
  const { form, messages } = screen;
  if (form.correcting.value) return null;
  const { privacy = null, isWatched } = form.wording.value.notes ?? {};
  return (
    <>
      {isWatched && <Honeypot form={form} />}
      {privacy && (
        <p class="af-privacy">
          <RichText nodes={privacy} messages={messages.value} />
        </p>
      )}
    </>
  );
}

/**
 * Counts that show how a visitor's form was filled in. They only raise the difficulty of a challenge
 * (`src/server/http/README.md#challenges`).
 */
interface Evidence {
  /** Whole seconds from the form being ready. */
  readonly seconds: number;
  readonly events: number;
  readonly hidden: number;
}

const evidence = new WeakMap<Form, () => Evidence>();

/** undefined if it was not requested. */
export const evidenceOf = (form: Form): Evidence | undefined => evidence.get(form)?.();

/** A field that no person sees, hears or reaches, and whose name no autofill knows: whatever it contains, a script wrote. */
function Honeypot({ form }: Pick<Screen, 'form'>) {
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
    // Trusted events include voice input and autofill.
    for (const kind of ['keydown', 'click', 'input'])
      addEventListener(kind, see, { capture: true, signal: life.signal });
    evidence.set(form, () => ({
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
