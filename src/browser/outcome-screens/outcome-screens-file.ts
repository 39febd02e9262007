/** What became of a form: failures, the receipt, refusals. Loaded while the form is being filled in. */
import type { OutcomeKey } from '../../locale/catalogue.ts';
import { enOutcome } from '../../locale/en-outcome.ts';
import { createMessages } from '../../locale/messages.ts';
import { outcomeScreensParts } from '../../ui/outcome/parts.ts';
import type { OutcomeScreensFile } from './contract.ts';

export const outcomeScreensFile: OutcomeScreensFile = {
  parts: outcomeScreensParts,
  wordsIn: (locale, words, own) => createMessages<OutcomeKey>(locale, words ?? enOutcome, own),
};
