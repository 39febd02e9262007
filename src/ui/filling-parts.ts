import { needsCorrection } from '../form/fill.ts';
import { readNumber } from '../locale/number-reading.ts';
import { announce } from './announcer.ts';
import { ErrorMessage } from './errors.tsx';
import { FileList } from './file-list.tsx';
import { focusFirstError } from './focus.ts';
import { Banners, DraftLine, FootStatus } from './notices.tsx';
import { FailureNotice, InsteadScreen } from './outcome.tsx';
import { drawBelowAnswer, grow, sayBack, sayChosen } from './typing.tsx';

/** What is drawn only after the first answer, or instead of the form. Loaded when it is needed. */
export const fillingParts = {
  announce,
  Banners,
  DraftLine,
  drawBelowAnswer,
  ErrorMessage,
  FailureNotice,
  FileList,
  FootStatus,
  InsteadScreen,
  focusFirstError,
  grow,
  needsCorrection,
  sayBack,
  sayChosen,
  readNumber,
};
