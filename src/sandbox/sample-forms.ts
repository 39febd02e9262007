import { engineer } from './forms/engineer.ts';
import type { SampleForm } from './sample-form.ts';

/** The named sample forms: the one list that demo, tests, commands and README use. */
export const sampleForms: readonly SampleForm[] = [engineer];
