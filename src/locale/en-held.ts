/** English: the sentences of a form that shows what the employer holds of an application. They come with it. */
export const enHeld = {
  'held.before': 'Before: {value}',
  'held.beforeNone': 'Before, there was nothing here.',
  'held.undo': 'Undo',
  'held.now': 'The employer’s system has: {value}',
  'held.none': 'The employer’s system has nothing here.',
  'held.use': 'Use this',
  'held.unread':
    'Your details cannot be shown at the moment, so they cannot be changed. Open the form again a little later to change them.',
  'held.sent': 'Your changes were sent',
  'held.next':
    'You can close this page. To change something else, open the form again from where you found it.',
} as const;
