/**
 * English: the sentences needed at first load, the catalogue that every other one must match; `en-lazy.ts` has
 * the rest. `{name}` is a parameter; an entry with plural forms is chosen by `{count}`. Sentences say what
 * to do, in words an applicant would use.
 */
export const en = {
  required: 'required',
  optional: 'optional',
  yes: 'Yes',
  no: 'No',
  from: 'From',
  to: 'To',
  'date.day': 'Day',
  'date.month': 'Month',
  'date.year': 'Year',
  'date.calendar': 'Open calendar',
  select: 'Select an option',
  opensInNewTab: '(opens in a new tab)',

  'detail.first_name': 'First name',
  'detail.last_name': 'Last name',
  'detail.email': 'Email address',

  'choose.any': 'Select all that apply',
  'choose.atLeast': { one: 'Select at least {count} option', other: 'Select at least {count} options' },
  'choose.atMost': { one: 'Select up to {count} option', other: 'Select up to {count} options' },
  'choose.exactly': { one: 'Select exactly {count} option', other: 'Select exactly {count} options' },
  'choose.between': 'Select between {minimum} and {maximum} options',

  'file.chooseOne': 'Choose a file',
  'file.chooseSeveral': 'Choose files',
  'file.drop': 'or drop it here',
  'file.dropSeveral': 'or drop them here',
  'file.limit': 'up to {size} each',
  'file.limitOne': 'up to {size}',

  'notice.unknown': 'This question cannot be answered here. You can send your application without it.',

  'error.plain': 'Check this answer',

  'form.label': 'Application form',
  'form.send': 'Send application',
  'form.sending': 'Sending…',
  'form.resend': 'Send changes',
  'form.preview': 'This is a preview. Nothing you enter is sent.',
  'form.loading': 'Loading the application form…',

  'way.received': 'We have your application, with reference {reference}.',
  'way.reload': 'Try again',
  'way.send': 'Send again',
  'way.fallback': 'Apply another way',
  'way.none': 'Contact the employer directly to apply.',
  'way.kept': 'Your answers are still here.',

  'failure.offline': 'Check your internet connection, then try again.',

  'gone.kept':
    'This form was updated after you opened it. Load the page again to carry on: your answers are kept on this device.',
  'gone.lost':
    'This form was updated after you opened it. To carry on you have to load the page again, and what you entered will be lost. Copy what you want to keep first.',
  'gone.reload': 'Load the page again',
} as const;
