import { engineer } from './forms/engineer.ts';
import { hostile } from './forms/hostile.ts';
import { oneOfEach } from './forms/one-of-each.ts';
import { thousand } from './forms/thousand.ts';
import { translated } from './forms/translated.ts';
import type { SampleForm } from './sample-form.ts';

/** The named sample forms: the one list that demo, tests, commands and README use. */
export const sampleForms: readonly SampleForm[] = [engineer, translated, oneOfEach, hostile, thousand];
