import { detailId } from '../../core/model/details.ts';
import type { ChoiceQuestion } from '../../core/model/question.ts';
import type { Form } from '../../form/contract.ts';
import { type ControlProps, controlAttributes } from '../controls/control-props.ts';
import { drawSelect, type SelectOption } from '../controls/select.tsx';
import { likelyCountries } from './countries.ts';

/** Those first in which the applicant is likely to be. */
export function likelyFirst(
  options: readonly SelectOption[],
  likely: readonly (string | undefined)[],
): readonly SelectOption[] {
  const first = [...new Set(likely)].flatMap((code) => options.find(({ value }) => value === code) ?? []);
  return [...first, ...options.filter((option) => !first.includes(option))];
}

/** Of the phone number that was given. */
export function phoneCountry({ fields }: Form): string | undefined {
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
