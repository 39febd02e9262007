import { type Signal, signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Answer } from '../../core/model/answer.ts';
import type { Field } from '../../form/contract.ts';
import { type ControlProps, controlAttributes } from '../controls/control-props.ts';
import { type Control, rememberDrawn } from '../controls/read-controls.ts';
import { drawSelect } from '../controls/select.tsx';
import type { BesideProps, FieldProps } from '../screen.ts';
import { countryNames, likelyCountries } from './countries.ts';
import { loadPhoneNumbers, type PhoneNumber, phoneNumbers } from './phone-lookup.ts';
import { likelyFirst } from './select.tsx';

/** Without it browsers take this country for the first line of an address, and fill in no further one. */
const countryHelp = ({ field }: ControlProps) =>
  ({
    part: 'control',
    autoComplete: 'tel-country-code',
    'aria-label': field.shown.says?.('country'),
  }) as const;

const numberHelp = { name: 'tel', autoComplete: 'tel', inputMode: 'tel' } as const;

/** A number in any writing, and the country in whose writing it is. */
export function PhoneControl(props: ControlProps) {
  const { field, screen } = props;
  const { locale } = screen.messages.value;
  const likely = likelyCountries(locale);
  const chosen = useMemo(() => signal<string | null>(null), [field]);
  const { input, select, show } = useControls();
  const entry = field.entry.value;
  const country = (entry?.kind === 'text' && entry.country) || chosen.value || likely[0] || '';
  const typed = useTyped(entry);
  const numbers = phoneNumbers.value;
  const load = () => void loadPhoneNumbers(screen.form.controls.read);

  function give(text: string, from: string): void {
    // It stays when the number is taken out.
    chosen.value = from;
    screen.form.setAnswer(field.question.id, { kind: 'text', text, country: from });
    typed.remember(text, field.entry.peek());
  }

  /** Shows the number as it was understood, once it is left. */
  function tidy(): void {
    const given = field.entry.peek();
    if (given?.kind !== 'text') return;
    const read = numbers?.read(given.text, given.country ?? country);
    const { text } = read ?? given;
    const from = read?.country ?? given.country ?? country;
    give(text, from);
    show(text, from);
    if (read?.understood) sayBack(props, read);
  }

  useLayoutEffect(() => {
    if (numbers && !input.current?.matches(':focus')) tidy();
  }, [numbers]);

  return (
    <div class="af-phone">
      {drawSelect({
        options: likelyFirst(countriesIn(locale), likely),
        value: country,
        attributes: { ...countryHelp(props), onFocus: load, ref: drawnAs(select) },
        onChoose(code) {
          chosen.value = code;
          if (input.current?.value) give(input.current.value, code);
          tidy();
        },
      })}
      <input
        type="text"
        class="af-box"
        dir="ltr"
        {...numberHelp}
        {...controlAttributes(props)}
        ref={drawnAs(input)}
        value={typed.text}
        onFocus={load}
        onInput={(event) => give(event.currentTarget.value, select.current?.value || country)}
        onBlur={tidy}
      />
    </div>
  );
}

/** What of each number was last said back: its field no longer shows what was typed. */
const said = new WeakMap<Field, Signal<PhoneNumber | null>>();

function backOf(field: Field): Signal<PhoneNumber | null> {
  const back = said.get(field) ?? signal(null);
  said.set(field, back);
  return back;
}

function sayBack({ field, screen }: FieldProps, read: PhoneNumber): void {
  const back = backOf(field);
  if (back.peek()?.text === read.text) return;
  back.value = read;
  const lazy = screen.lazy.peek();
  lazy?.announce(screen, lazy.messages.text('number.understood', { number: read.understood }));
}

/** null: all that was typed is the number, or it is another one by now. */
export function drawPhoneBack({ field, screen, ids }: BesideProps) {
  const back = backOf(field).value;
  const entry = back && field.entry.value;
  const messages = screen.lazy.value?.messages;
  if (!messages || entry?.kind !== 'text' || entry.text !== back?.text) return null;
  const sentence = messages.text('number.understood', { number: back.understood });
  return (
    <p class="af-count" id={ids.hint}>
      {sentence}
    </p>
  );
}

const countriesIn = (locale: string) => [...countryNames(locale)].map(([value, shown]) => ({ value, shown }));

const drawnAs =
  <Drawn extends Control | null>(place: RefObject<Drawn>) =>
  (drawn: Drawn) => {
    place.current = drawn;
    rememberDrawn(drawn);
  };

/** What fills in both at once does not wait for them to be drawn, so each is asked what it has. */
function useControls() {
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  return {
    input,
    select,
    show(text: string, country: string) {
      if (input.current) input.current.value = text;
      if (select.current) select.current.value = country;
      rememberDrawn(input.current);
      rememberDrawn(select.current);
    },
  };
}

/** As in other fields, what was typed stays as it is until the field is left, or the answer comes from elsewhere. */
function useTyped(entry: Answer | null) {
  const remembered = useRef<{ readonly text: string; readonly entry: Answer | null } | null>(null);
  if (remembered.current === null || remembered.current.entry !== entry)
    remembered.current = { text: entry?.kind === 'text' ? entry.text : '', entry };
  const { text } = remembered.current;
  return {
    text,
    remember(now: string, given: Answer | null) {
      remembered.current = { text: now, entry: given };
    },
  };
}
