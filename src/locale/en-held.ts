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

  /* In the place of what is said of an application, where nothing else is asked. */
  'held.send': 'Send changes',
  'held.sending': 'Sending your changes…',
  'held.long': 'Still sending. Your changes are safe.',
  'held.kept': 'Your changes are still here.',
  'held.online': 'You are back online. You can send your changes now.',
  'held.contact': 'To have something changed, contact the employer.',
  'held.notSent': 'Your changes were not sent.',
  'held.already': 'Changes were already sent with this form.',
  'held.again': 'To change something else, open the form again from where you found it.',
  'held.tooBig': 'Your changes are too big. Shorten your longest entries, then send again.',
  'held.unclear': 'Your changes may not have arrived',
  'held.passing':
    'We have your changes and are passing them on to the employer. There is nothing more for you to do.',
  'held.slow':
    'This is taking longer than usual. You can close this page: we have your changes and will keep passing them on.',
  'held.complete': 'Your changes have reached the employer',
  'held.attention':
    'Your changes may not have reached the employer, and we will not send them again automatically. Keep a copy of what you sent, and quote your reference if you contact the employer.',
  'held.cleared': 'Cleared',
  'held.back': 'We have restored your changes.',
  'held.unchanged': 'Nothing was changed',
  'held.stays': 'The employer’s system keeps what it has. There is nothing more for you to do.',
  'held.gone': 'Your changes are undone.',
  'held.clear': 'Undo all my changes',
  'held.ask': 'Undo all changes you made here? You cannot get them back.',
  'held.askSent':
    'Undo all changes you made here? You cannot get them back. What you have sent may have arrived already, and stays there.',
  'held.yes': 'Yes, undo them',
  'held.no': 'No, keep them',
  'held.offline':
    'Your changes are on this device. We will send them as soon as you are back online. Keep this page open.',
  'held.waiting':
    'Your changes are on this device. We keep trying to send them, and nothing will arrive twice. Keep this page open.',
  'held.later':
    'Your changes are not confirmed yet. We keep trying, and nothing will arrive twice. You can also come back later: what you changed is kept on this device.',
  'held.sent': 'Your changes were sent',
  'held.next':
    'You can close this page. To change something else, open the form again from where you found it.',
} as const;
