import type { Answer } from '../../core/model/answer.ts';
import type { Invalidity } from '../../core/model/invalidity.ts';

/** What the plain check of a phone number cannot find. */
export const phoneFault = (_answer: Answer): Invalidity | null => null;
