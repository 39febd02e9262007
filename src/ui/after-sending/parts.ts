/** What is drawn once an application was sent, or was turned back because the form has changed. */
import type { AfterSendingParts } from '../screen.ts';
import { ChangedNotice } from './changed-notice.tsx';
import { CorrectionNotice } from './correction-notice.tsx';
import { LostAnswers } from './lost-answers.tsx';
import { Receipt } from './receipt.tsx';

export const afterSendingParts: AfterSendingParts = { Receipt, CorrectionNotice, ChangedNotice, LostAnswers };
