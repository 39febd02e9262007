/** The package door `./sandbox`: the recruitment service in miniature, for tests of one's own. */
export { type CallerBindings, callerOf } from './caller.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
export type { Disturbance } from './disturbance.ts';
export { type Faults, noFaults } from './faults.ts';
export type { HeldAnswer } from './held-answers.ts';
export type { KeptData } from './kept-data.ts';
export type { RequestEntry } from './request-log.ts';
export type { SampleForm, SampleJob, SampleQuestion } from './sample-form.ts';
export { sampleForms } from './sample-forms.ts';
