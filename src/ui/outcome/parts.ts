/** What became of a form: failures, the receipt, refusals, a form that has changed. */
import type { OutcomeScreensParts } from '../screen.ts';
import { ChangedNotice } from './changed-notice.tsx';
import { CorrectionNotice } from './correction-notice.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { InsteadScreen } from './instead-screen.tsx';

export const outcomeScreensParts: OutcomeScreensParts = {
  ChangedNotice,
  CorrectionNotice,
  FailureNotice,
  InsteadScreen,
};
