import { signal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { Answer } from '../../core/model/answer.ts';
import { countryNames, likelyCountries } from '../../locale/countries.ts';
import { type ControlProps, controlAttributes } from '../controls/control-props.ts';
import { drawSelect, likelyFirst } from './select.tsx';

/** A number in any writing, and the country in whose writing it is. */
export function PhoneControl(props: ControlProps) {
  const { field, screen, ids } = props;
  const { locale } = screen.messages.value;
  const likely = likelyCountries(locale);
  const chosen = useMemo(() => signal<string | null>(null), [field]);
  const entry = field.entry.value;
  const country = countryOf(entry) ?? chosen.value ?? likely[0] ?? '';
  const typed = useTyped(entry);

  function give(text: string, from: string): void {
    screen.form.setAnswer(field.question.id, { kind: 'text', text, country: from });
    typed.remember(text, field.entry.peek());
  }

  const options = [...countryNames(locale)].map(([value, shown]) => ({ value, shown }));
  return (
    <div class="af-phone">
      {drawSelect({
        options: likelyFirst(options, likely),
        value: country,
        attributes: {
          'aria-label': field.shown.says?.('country'),
          'data-phone-country': '',
          part: 'control',
        },
        onChoose(code) {
          chosen.value = code;
          if (typed.text) give(typed.text, code);
        },
      })}
      <input
        type="text"
        class="af-box"
        dir="ltr"
        inputMode="tel"
        autoComplete="tel"
        {...controlAttributes(props)}
        id={ids.control}
        value={typed.text}
        onInput={(event) => give(event.currentTarget.value, country)}
        onBlur={(event) => {
          const kept = field.entry.peek();
          const text = kept?.kind === 'text' ? kept.text : '';
          event.currentTarget.value = text;
          typed.remember(text, kept);
        }}
      />
    </div>
  );
}

const countryOf = (answer: Answer | null): string | undefined =>
  answer?.kind === 'text' ? answer.country : undefined;

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
