import { en } from '../../../src/locale/en.ts';
import { element } from './element.ts';
import type { Item, Value } from './item.ts';
import { typedDate } from './typed-date.ts';

/** What every control is given. */
export interface ControlPlace {
  readonly item: Item;
  /** Of the control, and the name of a group. */
  readonly id: string;
  readonly described: string;
  answer(value: Value): void;
}

/** From here on a single choice is a select. */
const mostRadios = 7;

export function isGroup({ resource: { attributes } }: Item): boolean {
  return (
    attributes.question_type === 'boolean' ||
    attributes.question_type === 'date' ||
    (attributes.question_type === 'multiple_choice' && !isSelect(attributes))
  );
}

type Attributes = Item['resource']['attributes'];

const optionsOf = ({ multiple_choice_options = [] }: Attributes) => multiple_choice_options;
const isSingle = (attributes: Attributes) => attributes.max_num_required_answer_options === 1;
const isSelect = (attributes: Attributes) =>
  isSingle(attributes) && optionsOf(attributes).length > mostRadios;

/** Up to four options of up to ten letters stand in one row. */
const isShort = (options: readonly string[]) =>
  options.length <= 4 && options.every((shown) => shown.length <= 10);

/** Choices from several, whose number is not limited, say so before the first mistake. */
export const isOpenChoice = ({ resource: { attributes } }: Item): boolean =>
  attributes.question_type === 'multiple_choice' && !isSingle(attributes);

/** An answer to these can be taken back by a button alone. */
export function needsClearing({ resource: { attributes } }: Item): boolean {
  if (attributes.required) return false;
  const type = attributes.question_type;
  return type === 'boolean' || type === 'date' || (type === 'multiple_choice' && isSingle(attributes));
}

export function drawControl(place: ControlPlace): HTMLElement {
  switch (place.item.resource.attributes.question_type) {
    case 'short_text':
      return textInput(place, { type: 'text', class: 'af-box', dir: 'auto' });
    case 'url':
      return textInput(place, {
        type: 'text',
        dir: 'auto',
        inputmode: 'url',
        autocomplete: 'url',
        autocapitalize: 'none',
        spellcheck: false,
        class: 'af-box',
      });
    case 'number':
      return textInput(place, {
        type: 'text',
        dir: 'auto',
        inputmode: 'decimal',
        autocomplete: 'off',
        class: 'af-box af-short',
      });
    case 'date':
      return typedDate(place);
    case 'long_text':
      return textArea(place);
    case 'boolean':
      return yesAndNo(place);
    case 'multiple_choice':
      return isSelect(place.item.resource.attributes) ? select(place) : rows(place);
  }
}

const commonAttributes = ({ item, id, described }: ControlPlace) => ({
  id,
  part: 'control',
  'aria-describedby': described,
  'aria-required': item.resource.attributes.required || null,
});

const textOf = ({ value }: Item): string => (typeof value === 'string' ? value : '');

function listen(control: HTMLInputElement | HTMLTextAreaElement, { item, answer }: ControlPlace): void {
  control.value = textOf(item);
  control.addEventListener('input', () => answer(control.value.trim() || null));
}

function textInput(place: ControlPlace, looks: Readonly<Record<string, string | boolean>>): HTMLElement {
  const input = element('input', { ...looks, ...commonAttributes(place) });
  listen(input, place);
  return input;
}

function textArea(place: ControlPlace): HTMLElement {
  const area = element('textarea', { class: 'af-box', rows: 4, dir: 'auto', ...commonAttributes(place) });
  listen(area, place);
  return area;
}

interface Row {
  readonly type: 'radio' | 'checkbox';
  readonly shown: string;
  readonly first: boolean;
  readonly checked: boolean;
  onChange(checked: boolean): void;
}

function row({ id, described }: ControlPlace, { type, shown, first, checked, onChange }: Row): HTMLElement {
  const input = element('input', {
    type,
    name: id,
    id: first ? id : null,
    'aria-describedby': first ? described : null,
  });
  const label = element('label', { class: 'af-row', part: 'option' }, input, shown);
  input.checked = checked;
  label.toggleAttribute('data-checked', checked);
  input.addEventListener('change', () => {
    label.parentElement?.querySelectorAll('input').forEach(markChecked);
    onChange(input.checked);
  });
  return label;
}

export const markChecked = (input: HTMLInputElement): void =>
  void input.parentElement?.toggleAttribute('data-checked', input.checked);

function yesAndNo(place: ControlPlace): HTMLElement {
  const radio = (value: boolean) =>
    row(place, {
      type: 'radio',
      shown: value ? en.yes : en.no,
      first: value,
      checked: place.item.value === value,
      onChange: () => place.answer(value),
    });
  return element('div', { class: 'af-rows af-pair' }, radio(true), radio(false));
}

function rows(place: ControlPlace): HTMLElement {
  const { attributes } = place.item.resource;
  const single = isSingle(attributes);
  const chosen = (): readonly string[] => (Array.isArray(place.item.value) ? place.item.value : []);
  const choose = (option: string, checked: boolean): void => {
    const others = single ? [] : chosen().filter((other) => other !== option);
    const options = checked ? [...others, option] : others;
    place.answer(options.length > 0 ? options : null);
  };
  const options = optionsOf(attributes).map((shown, index) =>
    row(place, {
      type: single ? 'radio' : 'checkbox',
      shown,
      first: index === 0,
      checked: chosen().includes(shown),
      onChange: (checked) => choose(shown, checked),
    }),
  );
  const looks = isShort(optionsOf(attributes)) ? 'af-rows af-pair' : 'af-rows';
  return element('div', { class: looks }, ...options);
}

function select(place: ControlPlace): HTMLElement {
  const options = optionsOf(place.item.resource.attributes);
  const made = element(
    'select',
    { class: 'af-box', ...commonAttributes(place) },
    element('option', { value: '' }, en.select),
    ...options.map((shown, index) => element('option', { value: index }, shown)),
  );
  const [chosen] = Array.isArray(place.item.value) ? place.item.value : [];
  made.value = chosen === undefined ? '' : String(options.indexOf(chosen));
  made.addEventListener('change', () => {
    const option = options[Number(made.value || -1)];
    place.answer(option === undefined ? null : [option]);
  });
  return element('div', { class: 'af-select' }, made);
}
