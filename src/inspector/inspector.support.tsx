/** For tests: the inspector of a form that is made of a few questions. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { quiet } from '../browser/settle.support.ts';
import { readDetails } from '../core/jsonapi/read-details.ts';
import { readQuestionDocument } from '../core/jsonapi/read-questions.ts';
import type { Answer } from '../core/model/answer.ts';
import { questionId } from '../core/model/ids.ts';
import { defaultSemantics } from '../core/model/question.ts';
import { buildTree } from '../core/tree/build-tree.ts';
import type { View, WritableForm } from '../form/contract.ts';
import { createForm } from '../form/create-form.ts';
import { mountInspector } from './inspector.tsx';

export const question = (id: string, type: string, attributes: object = {}) => ({
  type: 'questions',
  id,
  attributes: {
    title: `Question ${id}`,
    question_type: type,
    multiple_choice_options: type === 'multiple_choice' ? ['Rust', 'Go'] : undefined,
    conditional: null,
    ...attributes,
  },
});

export const child = (id: string, parent: string, operator: string, value: string, type = 'short_text') =>
  question(id, type, {
    conditional: { parent_question_id: parent, position: 1, conditions: [{ operator, value }] },
  });

export function formOf(questions: readonly object[], meta: object = {}): WritableForm {
  const document = { data: questions, meta };
  const read = readQuestionDocument(document);
  if (!read.ok) throw new Error('The document cannot be read.');
  return createForm(buildTree([...readDetails(document), ...read.value.records], defaultSemantics));
}

export const viewOf = (form: WritableForm): View => ({
  kind: 'form',
  form,
  title: null,
  preview: false,
  changed: null,
});

export class Inspected {
  readonly place = document.createElement('div');
  readonly unmount: () => void;
  readonly form: WritableForm;

  constructor(
    form: WritableForm,
    parts: { readonly view?: ReadonlySignal<View>; readonly element?: HTMLElement } = {},
  ) {
    this.form = form;
    document.body.append(this.place);
    this.unmount = mountInspector(this.place, { view: signal<View>(viewOf(form)), ...parts });
  }

  find<Found extends Element = HTMLElement>(selector: string): readonly Found[] {
    return [...(this.place.shadowRoot?.querySelectorAll<Found>(selector) ?? [])];
  }

  one(selector: string): HTMLElement {
    const [found] = this.find(selector);
    if (found === undefined) throw new Error(`There is no ${selector}.`);
    return found;
  }

  async open(tab: string): Promise<void> {
    this.one(`#tab-${tab}`).click();
    await quiet();
  }

  words(): string {
    return this.place.shadowRoot?.textContent ?? '';
  }

  /** The row of the tree, with the condition on the line to it. */
  row(id: string): HTMLElement {
    return this.one(`[data-question="${id}"]`);
  }

  async answer(id: string, value: Answer | null): Promise<void> {
    this.form.setAnswer(questionId(id), value);
    await quiet();
  }

  end(): void {
    this.unmount();
    document.body.replaceChildren();
  }
}
