/** The package's main door: registers `<apply-form>` and offers `mount`. */
import { defineApplyForm } from './define.ts';

defineApplyForm();

export { ApplyFormElement, defineApplyForm } from './define.ts';
export type { FormEventName, FormEvents } from './form-events.ts';
export { type MountedForm, type MountOptions, mount } from './mount.ts';
