import type { Answer } from '../core/model/answer.ts';
import type { Touched } from './contract.ts';

/** True until the refused answer changes. */
export const isRefused = (touched: Touched, entry: Answer | null): boolean =>
  typeof touched === 'object' && touched.refused === entry;
