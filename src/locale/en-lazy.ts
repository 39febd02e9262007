/**
 * English: the sentences needed after the first answer, or instead of the form. A separate file, so that they do not
 * delay the first display of the form.
 */
export const enLazy = {
  clear: 'Clear answer',
  'clear.done': 'Answer cleared',

  'choose.count': {
    one: '{count} of {maximum} chosen',
    other: '{count} of {maximum} chosen',
  },
  'choose.full': {
    one: '{count} of {maximum} chosen. To choose another, untick one first.',
    other: '{count} of {maximum} chosen. To choose another, untick one first.',
  },
  'choose.swap': 'To choose “{option}”, first untick one of these: {chosen}',

  'number.understood': 'We understood: {number}',
  'number.decimals': 'We understood {number} as a number with decimals, not as thousands',

  'file.more': 'Add another file',
  'file.replace': 'Choose another file',
  'file.uploading': 'Uploading, {percent}',
  'file.staged': 'Added',
  'file.protected': 'Added. If it needs a password, the employer may not be able to open it.',
  'file.failed': 'Not uploaded',
  'file.cancel': 'Cancel',
  'file.remove': 'Remove',
  'file.retry': 'Try again',
  'file.of': '{action}: {name}',
  'file.said': '{name}: {state}',
  'file.several': { one: '{count} file', other: '{count} files' },
  'file.removed': 'Removed',
  'file.failedOffline': 'Not uploaded. Check your internet connection, then try again.',
  'file.file_too_large': 'This file is too big: {own}. Choose one of up to {size}.',
  'file.file_too_large_unknown': 'This file is too big. Choose a smaller one.',
  'file.file_type': 'This kind of file cannot be taken. Save it as a PDF and choose it again.',
  'file.file_empty': 'This file is empty. Choose another one.',
  'file.file_unreadable': 'This file cannot be read. Check that it is still there, then choose it again.',
  'file.renamed':
    'Its name says {named}, but this file is {found}. Save it in the right format, or choose another one.',
  'file.damaged': 'This file is damaged. Save it again, or choose another one.',
  'file.encrypted': 'This file has a password. Save it without one, then choose it again.',
  'file.macros': 'This file has macros. Save it without them, then choose it again.',
  'file.infected': 'This file did not pass our virus check. Choose another one.',
  'file.kinds': 'This kind of file cannot be taken. Choose one of these kinds: {kinds}.',
  'file.most': {
    one: 'You can add {count} file in all. Remove another one first.',
    other: 'You can add up to {count} files in all. Remove another one first.',
  },
  'file.total_too_large':
    'All your files together can be up to {size}. Remove another one first, or choose a smaller one.',
  'file.twice': '“{name}” is already added.',
  'file.onlyOne': 'Only one file can be added here. Choose one.',
  'file.folder': '“{name}” is a folder. Open it and choose the files in it.',
  'file.notFile': 'Only files can be added here. Save it as a file first, then choose it.',

  /** Before each error, for those who hear it. */
  'error.heard': 'Error',
  'error.required.text': 'Enter an answer',
  'error.required.url': 'Enter a web address',
  'error.required.number': 'Enter a number',
  'error.required.date': 'Enter a date',
  'error.required.date_range': 'Enter both dates',
  'error.required.boolean': 'Select yes or no',
  'error.required.choice': 'Select an option',
  'error.required.choices': 'Select at least one option',
  'error.required.document': 'Add a file',
  'error.required.multi_document': 'Add at least one file',
  /** Where the title of a question is short. */
  'error.named': '{error} for “{title}”',
  'error.required.first_name': 'Enter your first name',
  'error.required.last_name': 'Enter your last name',
  'error.required.email': 'Enter your email address',
  'error.unreadable_number': 'Enter a number, such as {example}',
  'error.number_too_long': 'Enter no more than 40 digits',
  'error.unreadable_date': 'Enter a real date with day, month and year',
  'error.date.day': 'Add the day',
  'error.date.month': 'Add the month',
  'error.date.year': 'Add the year, in four digits',
  'error.range_incomplete.from': 'Enter the date it started',
  'error.range_incomplete.to': 'Enter the date it ended',
  'error.range_reversed': 'Enter an end date that is not before the start date',
  'error.invalid_url': 'Enter a web address, such as www.example.com',
  'error.invalid_email': 'Enter an email address, such as name@example.com',
  'error.too_long': 'Enter no more than 255 characters',
  'error.not_an_option': 'Select one of the options shown',
  'error.too_few_options': {
    one: 'Select at least {count} option',
    other: 'Select at least {count} options',
  },
  'error.too_many_options': {
    one: 'Select no more than {count} option',
    other: 'Select no more than {count} options',
  },
  'error.refused': 'Change this answer. It could not be accepted.',

  'live.shown': {
    one: '{count} question added after “{title}”',
    other: '{count} questions added after “{title}”',
  },
  'live.hidden': {
    one: '{count} question removed after “{title}”',
    other: '{count} questions removed after “{title}”',
  },
  'live.both': '{shown}. {hidden}',

  'summary.title': {
    one: 'There is a problem with {count} answer',
    other: 'There is a problem with {count} answers',
  },
  'summary.done': 'Everything is in order now',
  'summary.fixed': 'done',
  'summary.more': 'and {count} more',
  /** Between the title of a question and its error, unless the title ends in a punctuation mark. */
  'summary.colon': ':',

  'foot.missing': { one: '{count} required answer left', other: '{count} required answers left' },
  'foot.wrong': { one: '{count} answer to check', other: '{count} answers to check' },
  'foot.ready': 'Ready to send',
  'foot.saved': 'Saved',
  'foot.offline': 'You are offline',
  'foot.files': 'Uploading your files…',
  'foot.sending': 'Sending your answers…',
  'foot.long': 'Still sending. Your answers are safe.',

  'offline.now': 'You are offline. Carry on filling in the form, and send it once you are back online.',
  'offline.over': 'You are back online. You can send your application now.',
} as const;
