/** Everything that is drawn only after the first answer, or instead of the form. Loaded on demand. */
export { needsCorrection } from '../form/fill.ts';
export { readNumber } from '../locale/number-reading.ts';
export { announce } from './announcer.ts';
export { ErrorMessage } from './errors.tsx';
export { FileList } from './file-list.tsx';
export { focusFirstError } from './focus.ts';
export { Banners, DraftLine, FootStatus } from './notices.tsx';
export { FailureNotice, InsteadScreen } from './outcome.tsx';
export { drawBelowAnswer, grow, sayBack, sayChosen } from './typing.tsx';
