/*
 * The plain page: what a careful person writes by hand, knowing nothing of this form. One block a question, native
 * inputs, a dozen rules of style; no containment, no motion, no progress, nothing announced. It is never tuned to ours.
 */
import type { QuestionDocument } from '../forms/question-resource.ts';
import { holds, type Item, readItems } from './item.ts';

const styles = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 }
form { max-width: 42rem; margin: 0 auto; padding: 1rem }
.question { margin: 0 0 2rem }
.question.below { border-left: 3px solid #9bb8f5; padding-left: 1rem }
label.title, legend { display: block; font-weight: 600; padding: 0; margin: 0 0 .5rem }
.help { color: #555; margin: 0 0 .5rem }
fieldset { border: 0; margin: 0; padding: 0 }
.option { display: block; padding: .5rem 0 }
input:not([type=radio], [type=checkbox]), textarea, select {
  display: block; box-sizing: border-box; width: 100%; font: inherit; padding: .5rem; border: 1px solid #868686; border-radius: 4px }
button { font: inherit; font-weight: 600; padding: .5rem 1.5rem }
`;

export class PlainForm {
  readonly #order: readonly Item[];
  readonly #questions = document.createElement('div');

  constructor(host: HTMLElement, { data, included }: QuestionDocument) {
    this.#order = readItems({ data, included });
    for (const item of this.#order) if (item.parent === null) this.#questions.append(this.#draw(item));
    const send = document.createElement('button');
    send.textContent = 'Send';
    const form = document.createElement('form');
    form.addEventListener('submit', (event) => event.preventDefault());
    form.append(this.#questions, send);
    const sheet = document.createElement('style');
    sheet.textContent = styles;
    host.append(sheet, form);
  }

  #answer(item: Item, value: Item['value']): void {
    item.value = value;
    this.#updateBelow(item);
  }

  #updateBelow(item: Item): void {
    for (const child of item.children) {
      const visible = item.block !== null && holds(child);
      if (visible === (child.block !== null)) continue;
      if (visible) this.#show(child);
      else {
        child.block?.remove();
        child.block = null;
      }
      this.#updateBelow(child);
    }
  }

  #show(item: Item): void {
    let before = item.place - 1;
    while (this.#order[before]?.block === null) before -= 1;
    this.#order[before]?.block?.after(this.#draw(item));
  }

  #draw(item: Item): HTMLElement {
    const { id, attributes } = item.resource;
    const block = document.createElement('div');
    block.className = item.depth > 0 ? 'question below' : 'question';
    block.dataset['questionId'] = id;
    item.block = block;
    const type = attributes.question_type;
    if (type === 'boolean' || type === 'multiple_choice') block.append(this.#drawGroup(item));
    else block.append(...this.#drawField(item));
    return block;
  }

  #drawGroup(item: Item): HTMLElement {
    const { attributes } = item.resource;
    const group = document.createElement('fieldset');
    const legend = document.createElement('legend');
    legend.textContent = titleOf(item);
    group.append(legend, ...drawHelp(item));
    if (attributes.question_type === 'boolean') {
      for (const value of [true, false])
        group.append(
          drawOption(
            item,
            { type: 'radio', shown: value ? 'Yes' : 'No', checked: item.value === value },
            () => this.#answer(item, value),
          ),
        );
      return group;
    }
    const type = attributes.max_num_required_answer_options === 1 ? 'radio' : 'checkbox';
    const chosen = new Set(Array.isArray(item.value) ? item.value : []);
    for (const shown of attributes.multiple_choice_options ?? [])
      group.append(
        drawOption(item, { type, shown, checked: chosen.has(shown) }, (checked) => {
          if (type === 'radio') chosen.clear();
          if (checked) chosen.add(shown);
          else chosen.delete(shown);
          this.#answer(item, chosen.size > 0 ? [...chosen] : null);
        }),
      );
    return group;
  }

  #drawField(item: Item): readonly HTMLElement[] {
    const { id, attributes } = item.resource;
    const label = document.createElement('label');
    label.className = 'title';
    label.htmlFor = `plain-${id}`;
    label.textContent = titleOf(item);
    const isLong = attributes.question_type === 'long_text';
    const field = document.createElement(isLong ? 'textarea' : 'input');
    field.id = `plain-${id}`;
    if (field instanceof HTMLInputElement && attributes.question_type !== 'short_text')
      field.type = attributes.question_type;
    field.value = typeof item.value === 'string' ? item.value : '';
    field.addEventListener('input', () => this.#answer(item, field.value || null));
    return [label, ...drawHelp(item), field];
  }
}

const titleOf = ({ resource: { attributes } }: Item): string =>
  attributes.required ? `${attributes.title} (required)` : attributes.title;

function drawHelp({ resource: { attributes } }: Item): readonly HTMLElement[] {
  if (attributes.additional_information === undefined) return [];
  const help = document.createElement('p');
  help.className = 'help';
  help.textContent = attributes.additional_information;
  return [help];
}

interface Option {
  readonly type: 'radio' | 'checkbox';
  readonly shown: string;
  readonly checked: boolean;
}

function drawOption(
  item: Item,
  { type, shown, checked }: Option,
  onChange: (checked: boolean) => void,
): HTMLElement {
  const label = document.createElement('label');
  label.className = 'option';
  const input = document.createElement('input');
  input.type = type;
  input.name = `plain-${item.resource.id}`;
  input.checked = checked;
  input.addEventListener('change', () => onChange(input.checked));
  label.append(input, ` ${shown}`);
  return label;
}
