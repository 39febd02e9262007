/** `mount(target, options)`: the element for those who write script rather than HTML (`src/README.md#html`). */

import type { RichSettings, Settings } from '../host/settings.ts';
import { type ApplyFormElement, defineApplyForm } from './define.ts';

/** Every property of the element; what is left out stays as it is. */
export type MountOptions = {
  readonly [Name in keyof (Settings & RichSettings)]?: (Settings & RichSettings)[Name];
};

export interface MountedForm {
  readonly element: ApplyFormElement;
  update(options: MountOptions): void;
  destroy(): void;
}

/** No page's own HTML has it. */
const MARK = 'data-applied';
let count = 0;

/**
 * A page that refreshes itself compares what is there with fresh HTML, and takes away what that lacks: our mark together
 * with the form. A host that removes the form on purpose leaves the mark.
 */
export function stayIn(owner: Element, form: ApplyFormElement, put: () => void): void {
  // Or it would be taken for another form of the page.
  form.id ||= `apply-form-${++count}`;
  const mark = () => owner.toggleAttribute(MARK, true);
  mark();
  form.comeBack = () => {
    if (!owner.isConnected || owner.hasAttribute(MARK)) return;
    put();
    // Other forms of the same owner look for it first.
    queueMicrotask(mark);
  };
}

/** @param target the element, or a selector of it, into which the form is put */
export function mount(target: Element | string, options: MountOptions = {}): MountedForm {
  const place = typeof target === 'string' ? document.querySelector(target) : target;
  if (!(place instanceof Element))
    throw new TypeError(`ApplyForm.mount: there is no element ${String(target)}`);
  defineApplyForm();
  const element = document.createElement('apply-form');
  Object.assign(element, options);
  const put = () => place.append(element);
  put();
  stayIn(place, element, put);
  return {
    element,
    update: (changed) => void Object.assign(element, changed),
    destroy() {
      element.comeBack = () => {};
      element.remove();
    },
  };
}
