/**
 * English: the sentences of what comes after sending: the receipt, what the service refused, a form that has changed.
 * They come with what draws it.
 */
export const enSent = {
  'form.changed.title': 'The employer has changed the form',
  'form.changed': {
    one: 'Your answers are kept. Look at this question, then send again:',
    other: 'Your answers are kept. Look at these questions, then send again:',
  },
  'form.changed.none': 'Your answers are kept. Look them over, then send again.',
  'form.changed.rest': {
    one: 'All other answers are kept. Look at this question, then send again:',
    other: 'All other answers are kept. Look at these questions, then send again:',
  },
  'form.changed.restNone': 'All other answers are kept. Look them over, then send again.',
  'form.lost': {
    one: 'One answer no longer fits the form. Copy what you still want to say:',
    other: '{count} answers no longer fit the form. Copy what you still want to say:',
  },

  'receipt.unclear': 'Your application may not have arrived',
  'receipt.thanks': 'Thank you for your application.',
  'receipt.copy': 'Copy',
  'receipt.copied': 'Copied',
  'receipt.next': 'What happens next',
  'receipt.nextText':
    'The hiring team reads your application and gets in touch with you. Keep your reference in case of questions.',
  'receipt.on': 'Continue',
  'receipt.print': 'Print or save a copy',
  'receipt.slow':
    'This is taking longer than usual. You can close this page: we have your answers and go on passing them on.',
  'receipt.sent': { one: 'What you sent ({count} answer)', other: 'What you sent ({count} answers)' },
  'receipt.sentAll': 'What you sent',
  'receipt.passing':
    'We have your application and are passing it on to the employer. There is nothing more for you to do.',
  'receipt.how': 'How far it has come',
  'receipt.delivering': '{delivered} of {total} answers passed on to the employer',
  'receipt.complete': 'Your application has reached the employer',
  'receipt.attention':
    'Part of your application may not have reached the employer, and will not be sent again automatically. Keep a copy of what you sent, and quote your reference if you contact the employer.',

  'receipt.attentionNone':
    'Your application may not have reached the employer, and will not be sent again automatically. Keep a copy of what you sent, and quote your reference if you contact the employer.',

  'refused.title': { one: 'One answer needs a change', other: '{count} answers need a change' },
  'refused.text':
    'We have your application with reference {reference}, but the employer’s system could not accept everything. Change what is marked below and send again. All other answers are safe.',
} as const;
