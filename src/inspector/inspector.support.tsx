/** For tests: the inspector of a form that is made of a few questions. */
import { batch, computed, effect, Signal, signal } from '@preact/signals';
import { Fragment, h, render } from 'preact';
import { quiet } from '../browser/settle.support.ts';
import { readDetails } from '../core/jsonapi/read-details.ts';
import { readQuestionDocument } from '../core/jsonapi/read-questions.ts';
import type { Answer } from '../core/model/answer.ts';
import { questionId } from '../core/model/ids.ts';
import { defaultSemantics } from '../core/model/question.ts';
import { buildTree } from '../core/tree/build-tree.ts';
import type { View, WritableForm } from '../form/contract.ts';
import { createForm } from '../form/create-form.ts';
import { type Inspector, type InspectorParts, mountInspector } from './inspector.tsx';
import type { SandboxTools } from './traffic.ts';

export const preact = { h, Fragment, render, Signal, batch, computed, effect, signal };

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

/** A sandbox that knows nothing and takes everything. */
export const quietSandbox: SandboxTools = {
  address: 'http://127.0.0.1:3000/sandbox',
  key: 'sandbox-key',
  job: null,
  readBody: async () => null,
  readFaults: async () => ({ delay: 0, disturb: [] }),
  writeFaults: async (faults) => faults,
};

export class Inspected {
  readonly place = document.createElement('div');
  readonly inspector: Inspector;
  readonly form: WritableForm;

  constructor(form: WritableForm, parts: Partial<InspectorParts> = {}) {
    this.form = form;
    document.body.append(this.place);
    this.inspector = mountInspector(this.place, { preact, view: signal<View>(viewOf(form)), ...parts });
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

  /** What the `Why` tab says of a question, its details opened. */
  why(id: string): string {
    const item = this.find('.why .item').find((each) => each.textContent?.includes(`Question ${id}`));
    return item?.textContent ?? '';
  }

  sentence(id: string): string {
    const item = this.find('.why .item').find(
      (each) => each.querySelector('.name')?.textContent === `Question ${id}`,
    );
    return item?.querySelector('.sentence')?.textContent ?? '';
  }

  async openDetails(): Promise<void> {
    for (const each of this.find<HTMLDetailsElement>('details')) {
      each.open = true;
      each.dispatchEvent(new Event('toggle'));
    }
    await quiet();
  }

  end(): void {
    this.inspector.unmount();
    document.body.replaceChildren();
  }
}
