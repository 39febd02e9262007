/** What is drawn only after the first answer, or instead of the form. Loaded when it is needed. */
import type { Messages } from '../../locale/messages.ts';
import { Banners } from './banners.tsx';
import { ClearButton } from './clear-button.tsx';
import { ErrorWords } from './error-words.tsx';
import { FailureWords } from './failure-words.tsx';
import { FileItem } from './file-item.tsx';
import { focusFirstError } from './focus.ts';
import { InsteadScreen } from './instead-screen.tsx';
import { OfflineNotice } from './offline-notice.tsx';

const words = { ErrorWords, FailureWords, OfflineNotice };
const screens = { Banners, InsteadScreen };

export const laterParts = { ClearButton, FileItem, focusFirstError, ...screens, ...words };

/** The parts and every sentence: they come together. */
export type Later = typeof laterParts & { readonly messages: Messages };
