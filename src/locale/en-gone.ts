/** English: the sentence shown when a newer release no longer has a file that the open form needs. Loaded when needed. */
export const enGone = {
  'gone.kept':
    'This form was updated after you opened it. Load the page again to go on: your answers are kept on this device.',
  'gone.files': 'Files have to be chosen again afterwards.',
  'gone.lost':
    'This form was updated after you opened it. You have to load the page again to go on, and what you entered will be lost: copy what you want to keep first.',
  'gone.reload': 'Load the page again',
} as const;
