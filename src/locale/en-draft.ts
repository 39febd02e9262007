/**
 * English: the sentences about answers kept on this device and about what is still to be delivered. They are loaded
 * together with the draft code.
 */
export const enDraft = {
  'kept.here': 'Saved on this device',
  'kept.tab': 'Saved in this tab',
  'kept.keep': 'Keep on this device for 7 days',
  'kept.until': 'Kept on this device until {date}',
  'kept.end': 'Do not keep on this device',
  'kept.unkept':
    'Your answers could not be kept on this device; they are saved in this tab. Check your internet connection, then try again.',
  'kept.replace':
    'Answers are kept on this device already. Keep these instead? The earlier ones are deleted.',
  'kept.instead': 'Yes, keep these',
  'kept.cancel': 'Cancel',
  'kept.found': 'Answers are kept on this device. Continue only if they are yours.',
  'kept.goOn': 'Continue',
  'kept.anew': 'Start anew',
  'kept.askAnew': 'Delete the answers that are kept on this device? You cannot undo this.',
  'kept.over': 'The answers that were kept on this device are no longer there.',
  'kept.gone': 'The answers that were kept on this device are deleted.',
  'kept.unreached':
    'We cannot reach the server just now. What is kept stays on this device. Try again in a moment.',
  'kept.not': 'Your answers cannot be saved on this device. Keep this page open until you have sent them.',
  'kept.back': 'We have restored your answers.',
  'kept.clear': 'Clear my answers',
  'kept.cleared': 'Your answers are deleted.',
  'kept.ask': 'Delete all answers you entered here? You cannot undo this.',
  'kept.askSent':
    'Delete all answers you entered here? You cannot undo this. What you have sent may have arrived already, and stays there.',
  'kept.yes': 'Yes, delete them',
  'kept.no': 'No, keep them',

  'wait.offline':
    'Your application is on this device. We will send it as soon as you are back online. Keep this page open.',
  'wait.busy': 'Your application is on this device. We will send it in a moment. Keep this page open.',
  'wait.unreached':
    'We cannot reach the server just now. Your application is on this device. We keep trying, and nothing will arrive twice. Keep this page open.',
  'wait.slow':
    'We are still trying: there has been no reply so far. Your application is on this device, and nothing will arrive twice. Keep this page open.',
  'wait.long':
    'Your application is not confirmed yet. We keep trying, and nothing will arrive twice. You can also come back later: what you typed is kept on this device.',

  'left.seconds': 'Less than a minute left',
  'left.minutes': { one: 'About {count} minute left', other: 'About {count} minutes left' },
  'left.hours': { one: 'About {count} hour left', other: 'About {count} hours left' },
} as const;
