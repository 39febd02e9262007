import { analyst } from './forms/analyst.ts';
import { deep } from './forms/deep.ts';
import { engineer } from './forms/engineer.ts';
import { graduate } from './forms/graduate.ts';
import { hostile } from './forms/hostile.ts';
import { nurse } from './forms/nurse.ts';
import { oneOfEach } from './forms/one-of-each.ts';
import { thousand } from './forms/thousand.ts';
import { translated } from './forms/translated.ts';
import { wide } from './forms/wide.ts';
import type { SampleForm } from './sample-form.ts';

/** The list of sample forms that the demo, the tests, the commands and the documentation use. */
export const sampleForms: readonly SampleForm[] = [
  engineer,
  nurse,
  graduate,
  translated,
  analyst,
  oneOfEach,
  hostile,
  deep,
  wide,
  thousand,
];
