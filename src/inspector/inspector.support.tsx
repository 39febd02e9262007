/** For tests: the inspector of a form with a few questions. */
import { signal } from '@preact/signals';
import { quiet } from '../browser/settle.support.ts';
import { question, shownWhen, treeOf } from '../core/check/question-sets.support.ts';
import { questionId } from '../core/model/ids.ts';
import type { Answer } from '../core/model/question.ts';
import type { View, WritableForm } from '../form/contract.ts';
import { createForm } from '../form/create-form.ts';
import { mountInspector } from './inspector.tsx';

export const child = (id: string, parent: string, operator: string, value: string, type = 'short_text') =>
  question(id, type, shownWhen(parent, operator, value));

export const formOf = (questions: readonly object[]): WritableForm => createForm(treeOf(questions));

export const viewOf = (form: WritableForm): View => ({
  kind: 'form',
  form,
  title: null,
  preview: false,
  changed: null,
});

/** An element whose form has a block for each of these questions. */
function elementWith(ids: readonly string[]): HTMLElement {
  const element = document.createElement('div');
  const root = element.attachShadow({ mode: 'open' });
  for (const id of ids) {
    const block = document.createElement('div');
    block.dataset['questionId'] = id;
    block.append(document.createElement('input'));
    root.append(block);
  }
  document.body.append(element);
  return element;
}

export class Inspected {
  readonly element: HTMLElement;
  readonly form: WritableForm;
  readonly stop: () => void;
  readonly #place = document.createElement('div');

  /** @param blocks ids of the questions that have a block on the page */
  constructor(form: WritableForm, view = signal<View>(viewOf(form)), blocks: readonly string[] = []) {
    this.form = form;
    this.element = elementWith(blocks);
    document.body.append(this.#place);
    this.stop = mountInspector(this.#place, { view, element: this.element });
  }

  find(selector: string): readonly HTMLElement[] {
    return [...(this.#place.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
  }

  one(selector: string): HTMLElement {
    const [found] = this.find(selector);
    if (found === undefined) throw new Error(`There is no ${selector}.`);
    return found;
  }

  async press(selector: string): Promise<void> {
    await quiet();
    this.one(selector).click();
    await quiet();
  }

  open(tab: string): Promise<void> {
    return this.press(`#tab-${tab}`);
  }

  words(selector = '[role=tabpanel]'): string {
    return this.one(selector).textContent ?? '';
  }

  /** The selector for the question's row in the tree. */
  row(id: string): string {
    return `[data-question="${id}"]`;
  }

  async answer(id: string, value: Answer | null): Promise<void> {
    this.form.setAnswer(questionId(id), value);
    await quiet();
  }

  end(): void {
    this.stop();
    document.body.replaceChildren();
  }
}
