import { en } from '../../../src/locale/en.ts';
import { enLazy } from '../../../src/locale/en-lazy.ts';
import { drawControl, isGroup, isOpenChoice, markChecked, needsClearing } from './controls.ts';
import { element } from './element.ts';
import type { Item, Value } from './item.ts';

export interface BlockPlace {
  readonly item: Item;
  readonly prefix: string;
  readonly shownTag: 'required' | 'optional';
  answer(value: Value): void;
}

const idsOf = ({ prefix, item }: BlockPlace) => {
  const base = `${prefix}-${item.place}`;
  return {
    label: `${base}-label`,
    tag: `${base}-tag`,
    help: `${base}-help`,
    hint: `${base}-hint`,
    control: `${base}-control`,
  };
};

/** The question with its control. */
export function drawBlock(place: BlockPlace): HTMLElement {
  const { item } = place;
  const ids = idsOf(place);
  const help = item.resource.attributes.additional_information;
  const isOpen = isOpenChoice(item);
  const { required, question_type: type } = item.resource.attributes;
  const described = [
    !(required && /text|url|number/.test(type)) && (isTagged(place) ? ids.tag : hiddenTagId(place.prefix)),
    help && ids.help,
    isOpen && ids.hint,
  ]
    .filter(Boolean)
    .join(' ');
  const body: HTMLElement[] = [drawHead(place)];
  if (help) body.push(element('div', { class: 'af-help', part: 'help', id: ids.help }, help));
  if (isOpen) body.push(element('div', { class: 'af-help', part: 'help', id: ids.hint }, en['choose.any']));
  body.push(drawControl({ item, id: ids.control, described, answer: place.answer }));
  const block = element('div', {
    class: 'af-block',
    part: 'question',
    'data-question-id': item.resource.id,
    'data-depth': Math.min(item.depth, 3) || null,
  });
  // What describes a group stands on its first option.
  if (isGroup(item)) block.append(element('fieldset', { 'aria-labelledby': ids.label }, ...body));
  else block.append(...body);
  return block;
}

/** Of the one element that describes every question without a tag of its own, as in the widget. */
export const hiddenTagId = (prefix: string): string => `${prefix}-tag`;

const tagOf = ({ item }: BlockPlace) => (item.resource.attributes.required ? 'required' : 'optional');
const isTagged = (place: BlockPlace) => tagOf(place) === place.shownTag;

function drawHead(place: BlockPlace): HTMLElement {
  const ids = idsOf(place);
  const { title } = place.item.resource.attributes;
  const tagged = isTagged(place);
  const looks = { class: tagged ? 'af-title' : 'af-head af-title', part: 'label', id: ids.label };
  const shown = tagged ? `${title} ` : title;
  const drawn = isGroup(place.item)
    ? element('span', looks, shown)
    : element('label', { ...looks, for: ids.control }, shown);
  if (!tagged) return drawn;
  const tag = element('span', { id: ids.tag, class: 'af-tag' }, en[tagOf(place)]);
  return element('div', { class: 'af-head' }, drawn, tag);
}

/** The button that takes an answer back stands there while there is one. */
export function updateClearing(place: BlockPlace): void {
  const { block, value } = place.item;
  if (block === null || !needsClearing(place.item)) return;
  const known = block.querySelector('.af-link');
  if (value === null) known?.remove();
  if (value === null || known !== null) return;
  const name = enLazy['file.of']
    .replace('{action}', enLazy.clear)
    .replace('{name}', place.item.resource.attributes.title);
  const button = element('button', { type: 'button', class: 'af-link', 'aria-label': name }, enLazy.clear);
  button.addEventListener('click', () => {
    const controls = block.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
    controls[0]?.focus();
    for (const control of controls) {
      if (control instanceof HTMLInputElement && control.type === 'radio') {
        control.checked = false;
        markChecked(control);
      } else control.value = '';
    }
    place.answer(null);
  });
  (block.querySelector('fieldset') ?? block).append(button);
}
