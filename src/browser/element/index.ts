/** The package's main door: registers `<apply-form>`, where there are elements, and offers `mount`. */
import { defineApplyForm } from './define.ts';

if ('customElements' in globalThis) defineApplyForm();

export { ApplyFormElement, defineApplyForm } from './define.ts';
export type { FormEventName, FormEvents } from './form-events.ts';
export { type MountedForm, type MountOptions, mount } from './mount.ts';
