/** What is drawn only after the first answer, or instead of the form. Loaded when it is needed. */
import { readNumber } from '../locale/number-reading.ts';
import { announce } from './announcements/announcer.ts';
import { drawBelowAnswer } from './controls/below-answer.tsx';
import { sayChosen } from './controls/chosen-count.tsx';
import { grow } from './controls/grow.ts';
import { ErrorMessage } from './errors/error-message.tsx';
import { FileList } from './files/file-list.tsx';
import { focusFirstError } from './focus/focus-field.ts';
import { FootStatus } from './form/foot-status.tsx';
import { Banners } from './notices/banners.tsx';
import { DraftLine } from './notices/draft-line.tsx';
import { FailureNotice } from './outcome/failure-notice.tsx';
import { InsteadScreen } from './outcome/instead-screen.tsx';
import { needsCorrection } from './question/correction.ts';
import type { LazyParts } from './screen.ts';

export const lazyParts: LazyParts = {
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
  sayChosen,
  readNumber,
};
