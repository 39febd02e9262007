/** What is drawn only after the first answer, or instead of the form. Loaded when it is needed. */
import type { Messages } from '../../locale/messages.ts';
import { needsCorrection } from '../correction.ts';
import { Banners } from './banners.tsx';
import { BelowAnswer } from './below-answer.tsx';
import { ErrorWords } from './error-words.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { isFaultyEnd } from './faulty-end.ts';
import { FileList } from './file-list.tsx';
import { focusFirstError } from './focus.ts';
import { grow } from './grow.ts';
import { InsteadScreen } from './instead-screen.tsx';
import { OfflineNotice } from './offline-notice.tsx';

const words = { ErrorWords, FailureNotice, OfflineNotice };
const screens = { Banners, InsteadScreen, needsCorrection };

const controls = { BelowAnswer, FileList, grow, isFaultyEnd };

export const laterParts = { focusFirstError, ...controls, ...screens, ...words };

/** The parts and every sentence: they come together. */
export type Later = typeof laterParts & { readonly messages: Messages };
