/** The package export `./sandbox`: a miniature of the recruitment service for your own tests. */
export { type CallerBindings, callerOf } from './caller.ts';
export type { Demands } from './control/demands.ts';
export type { Disturbance, Faults } from './control/faults.ts';
export type { HeldAnswer } from './control/held-answers.ts';
export type { JobChange, JobChanges } from './control/jobs.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
export type { KeptData } from './records/kept-data.ts';
export type { RequestEntry } from './request-log.ts';
export type { SampleForm, SampleJob, SampleQuestion } from './sample-form.ts';
export { sampleForms } from './sample-forms.ts';
