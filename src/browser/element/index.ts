/** The package's main entry point: registers `<apply-form>`, where custom elements exist, and exports `mount`. */
import { defineApplyForm } from './define.ts';

if ('customElements' in globalThis) defineApplyForm();

export type { FormEventName, FormEvents } from '../host/host.ts';
export { ApplyFormElement, defineApplyForm, type MountedForm, type MountOptions, mount } from './define.ts';
