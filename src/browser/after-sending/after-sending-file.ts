/** The receipt and what else comes after sending, with its sentences: loaded while the form is being filled in. */
import { enSent } from '../../locale/en-sent.ts';
import { afterSendingParts } from '../../ui/after-sending/parts.ts';
import type { AfterSendingFile } from '../contract.ts';

export const afterSendingFile: AfterSendingFile = { parts: afterSendingParts, sentences: enSent };
