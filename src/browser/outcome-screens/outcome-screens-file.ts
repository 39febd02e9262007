/** The receipt and what else comes after sending, with its sentences: loaded while the form is being filled in. */
import { enOutcome } from '../../locale/en-outcome.ts';
import { outcomeScreensParts } from '../../ui/outcome/parts.ts';
import type { OutcomeScreensFile } from '../contract.ts';

export const outcomeScreensFile: OutcomeScreensFile = { parts: outcomeScreensParts, sentences: enOutcome };
