/** The package export `./sandbox`: a miniature of the recruitment service for your own tests. */
export { type CallerBindings, callerOf } from './caller.ts';
export type { Disturbance, Faults } from './control/faults.ts';
export type { StoredAnswer } from './control/holdings.ts';
export type { Demands, JobChange, JobChanges } from './control/settings.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
export type { KeptData } from './records/data-file.ts';
export type { RequestEntry } from './request-log.ts';
export type { SampleForm, SampleJob, SampleQuestion } from './sample-form.ts';
export { sampleForms } from './sample-forms.ts';
