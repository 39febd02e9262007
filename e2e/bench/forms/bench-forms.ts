import { addChain, addOne, addWide, chainForm, mixedForm, wideForm } from './generate-form.ts';
import type { BenchForm } from './question-resource.ts';

/** By the name under which the pages fetch them. */
export const benchForms = {
  'mixed-10': () => mixedForm(10),
  'mixed-100': () => mixedForm(100),
  'mixed-1000': () => mixedForm(1000),
  'mixed-5000': () => mixedForm(5000),
  'chain-50': () => chainForm(50),
  'wide-1000': () => wideForm(1000),
  'one-in-10': () => mixedForm(10, addOne),
  'one-in-100': () => mixedForm(100, addOne),
  'one-in-1000': () => mixedForm(1000, addOne),
  'one-in-5000': () => mixedForm(5000, addOne),
  'chain-in-10': () => mixedForm(10, addChain(50)),
  'chain-in-100': () => mixedForm(100, addChain(50)),
  'chain-in-1000': () => mixedForm(1000, addChain(50)),
  'chain-in-5000': () => mixedForm(5000, addChain(50)),
  'wide-in-10': () => mixedForm(10, addWide(200)),
  'wide-in-100': () => mixedForm(100, addWide(200)),
  'wide-in-1000': () => mixedForm(1000, addWide(200)),
  'wide-in-5000': () => mixedForm(5000, addWide(200)),
} satisfies Record<string, () => BenchForm>;

export type BenchFormName = keyof typeof benchForms;

export const isBenchForm = (name: string): name is BenchFormName => Object.hasOwn(benchForms, name);
