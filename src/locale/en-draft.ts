/** English: the sentences about answers stored on this device, and about what waits to be sent. */
export const enDraft = {
  'draft.offline': 'You are offline. Carry on filling in the form, and send it once you are back online.',
  'draft.online': 'You are back online. You can send your application now.',

  'draft.here': 'Saved on this device',
  'draft.tab': 'Saved in this tab',
  'draft.keep': 'Keep on this device for 7 days',
  'draft.until': 'Kept on this device until {date}',
  'draft.end': 'Do not keep on this device',
  'draft.unkept':
    'Your answers could not be kept on this device; they are saved in this tab. Check your internet connection, then try again.',
  'draft.replace':
    'Answers are kept on this device already. Keep these instead? The earlier ones are deleted.',
  'draft.instead': 'Yes, keep these',
  'draft.cancel': 'Cancel',
  'draft.found': 'Answers are kept on this device. Continue only if they are yours.',
  'draft.goOn': 'Continue',
  'draft.anew': 'Start anew',
  'draft.askAnew': 'Delete the answers that are kept on this device? You cannot undo this.',
  'draft.over': 'The answers that were kept on this device are no longer there.',
  'draft.not': 'Your answers cannot be saved on this device. Keep this page open until you have sent them.',
  'draft.back': 'We have restored your answers.',
  'draft.clear': 'Clear my answers',
  'draft.cleared': 'Your answers are deleted.',
  'draft.ask': 'Delete all answers you entered here? You cannot undo this.',
  'draft.askSent':
    'Delete all answers you entered here? You cannot undo this. What you have sent may have arrived already, and stays there.',
  'draft.yes': 'Yes, delete them',
  'draft.no': 'No, keep them',

  'wait.offline':
    'Your application is on this device. We will send it as soon as you are back online. Keep this page open.',
  'wait.busy': 'Your application is on this device. We will send it in a moment. Keep this page open.',
  'wait.unreached':
    'We cannot reach the server just now. Your application is on this device. We keep trying, and nothing will arrive twice. Keep this page open.',
  'wait.slow':
    'We are still trying: there has been no reply so far. Your application is on this device, and nothing will arrive twice. Keep this page open.',
  'wait.long':
    'Your application is not confirmed yet. We keep trying, and nothing will arrive twice. You can also come back later: what you typed is kept on this device.',
} as const;
