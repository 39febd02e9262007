/** English: the sentence shown when a newer release no longer has a file that the open form needs. Loaded when needed. */
export const enGone = {
  'gone.kept':
    'This form was updated after you opened it. Load the page again to carry on: your answers are kept on this device.',
  'gone.files': 'You will need to choose your files again.',
  'gone.lost':
    'This form was updated after you opened it. To carry on you have to load the page again, and what you entered will be lost. Copy what you want to keep first.',
  'gone.reload': 'Load the page again',
} as const;
