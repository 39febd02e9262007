/** What is drawn only after the first answer, or instead of the form. Loaded when it is needed. */
import type { Messages } from '../../locale/messages.ts';
import { Banners } from './banners.tsx';
import { changeText } from './change-text.ts';
import { FailureWords } from './failure-words.tsx';
import { FileItem } from './file-item.tsx';
import { InsteadScreen } from './instead-screen.tsx';
import { invalidityText } from './invalidity-text.ts';

const words = { changeText, invalidityText };

export const laterParts = { Banners, FailureWords, FileItem, InsteadScreen, ...words };

/** The parts and every sentence: they come together. */
export type Later = typeof laterParts & { readonly messages: Messages };
