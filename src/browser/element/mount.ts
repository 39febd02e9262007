/** `mount(target, options)`: the element for those who write script rather than HTML (`src/README.md#html`). */
import { type ApplyFormElement, defineApplyForm } from './define.ts';
import type { RichSettings, Settings } from './settings.ts';

/** Every property of the element; what is left out stays as it is. */
export type MountOptions = {
  readonly [Name in keyof (Settings & RichSettings)]?: (Settings & RichSettings)[Name];
};

export interface MountedForm {
  readonly element: ApplyFormElement;
  update(options: MountOptions): void;
  destroy(): void;
}

/** @param target the element, or a selector of it, into which the form is put */
export function mount(target: Element | string, options: MountOptions = {}): MountedForm {
  const place = typeof target === 'string' ? document.querySelector(target) : target;
  if (!(place instanceof Element))
    throw new TypeError(`ApplyForm.mount: there is no element ${String(target)}`);
  defineApplyForm();
  const element = document.createElement('apply-form');
  Object.assign(element, options);
  place.append(element);
  return {
    element,
    update: (changed) => void Object.assign(element, changed),
    destroy: () => element.remove(),
  };
}
