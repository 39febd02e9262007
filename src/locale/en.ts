/**
 * English: the catalogue that every other one must match. `{name}` is a place for a parameter; an entry with
 * plural forms is chosen by `{count}`. Sentences say what to do, in words an applicant would use.
 */
export const en = {
  required: 'required',
  optional: 'optional',
  yes: 'Yes',
  no: 'No',
  from: 'From',
  to: 'To',
  clear: 'Clear answer',
  select: 'Select an option',
  opensInNewTab: '(opens in a new tab)',

  'choose.any': 'Select all that apply',
  'choose.atLeast': { one: 'Select at least {count} option', other: 'Select at least {count} options' },
  'choose.atMost': { one: 'Select up to {count} option', other: 'Select up to {count} options' },
  'choose.exactly': { one: 'Select exactly {count} option', other: 'Select exactly {count} options' },
  'choose.between': 'Select between {minimum} and {maximum} options',

  'file.chooseOne': 'Choose a file',
  'file.chooseSeveral': 'Choose files',
  'file.more': 'Add another file',
  'file.replace': 'Choose another file',
  'file.drop': 'or drop it here',
  'file.dropSeveral': 'or drop them here',
  'file.limit': 'up to {size} each',
  'file.limitOne': 'up to {size}',
  'file.uploading': 'Uploading, {percent}',
  'file.staged': 'Added',
  'file.failed': 'Not uploaded',
  'file.cancel': 'Cancel',
  'file.remove': 'Remove',
  'file.retry': 'Try again',
  'file.of': '{action}: {name}',
  'file.file_too_large': 'This file is too big. Choose one of up to {size}.',
  'file.file_too_large_unknown': 'This file is too big. Choose a smaller one.',
  'file.file_type': 'This kind of file cannot be taken. Save it as a PDF and choose it again.',
  'file.file_empty': 'This file is empty. Choose another one.',
  'file.file_unreadable': 'This file cannot be read. Check that it is still there, then choose it again.',
  'file.too_many': 'That is one file too many. Remove another one first.',

  'notice.unknown': 'This question cannot be answered here. You can send your application without it.',
  'notice.noOptions': 'This question has nothing to choose from. You can send your application without it.',

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
  'error.unreadable_number': 'Enter a number, such as {example}',
  'error.number_too_long': 'Enter a number of at most 40 digits',
  'error.unreadable_date': 'Enter a real date with day, month and year',
  'error.range_incomplete.from': 'Enter the date it started',
  'error.range_incomplete.to': 'Enter the date it ended',
  'error.range_reversed': 'Enter an end date that is not before the start date',
  'error.invalid_url': 'Enter a web address, such as www.example.com',
  'error.not_an_option': 'Select one of the options shown',
  'error.too_few_options': {
    one: 'Select at least {count} option',
    other: 'Select at least {count} options',
  },
  'error.too_many_options': {
    one: 'Select no more than {count} option',
    other: 'Select no more than {count} options',
  },
  'error.file_failed': 'A file was not uploaded. Try again or remove it.',
  'error.refused': 'Change this answer. It could not be accepted.',

  'summary.title': {
    one: 'There is a problem with {count} answer',
    other: 'There is a problem with {count} answers',
  },
  'summary.done': 'Thank you, everything is in order now',
  'summary.fixed': 'done',

  'form.label': 'Application form',
  'form.send': 'Send application',
  'form.sending': 'Sending…',
  'form.resend': 'Send changes',
  'form.progress': '{answered} of {total} answered',
  'form.empty': 'There is nothing to answer for this job. You can send your application as it is.',
  'form.preview': 'This is a preview. Nothing you enter is sent.',
  'form.loading': 'Loading the application form…',
  'form.changed.title': 'The form has changed',
  'form.changed': {
    one: 'The employer changed the form while you were filling it in. Your answers are kept. Look at this question, then send again:',
    other:
      'The employer changed the form while you were filling it in. Your answers are kept. Look at these questions, then send again:',
  },
  'form.changed.none':
    'The employer changed the form while you were filling it in. Your answers are kept. Look them over, then send again.',

  'live.shown': {
    one: '{count} question added after “{title}”',
    other: '{count} questions added after “{title}”',
  },
  'live.hidden': {
    one: '{count} question removed after “{title}”',
    other: '{count} questions removed after “{title}”',
  },
  'live.both': '{shown}. {hidden}',

  'receipt.title': 'Application sent',
  'receipt.thanks': 'Thank you. We have received your application, and your answers are safe with us.',
  'receipt.reference': 'Your reference',
  'receipt.copy': 'Copy',
  'receipt.copied': 'Copied',
  'receipt.next': 'What happens next',
  'receipt.nextText':
    'The hiring team reads your application and gets in touch with you. Keep your reference in case you want to ask about it.',
  'receipt.sent': { one: 'What you sent ({count} answer)', other: 'What you sent ({count} answers)' },
  'receipt.received': 'Received. Your answers are now being passed on.',
  'receipt.delivering': '{delivered} of {total} answers passed on to the employer',
  'receipt.complete': {
    one: 'Your answer has reached the employer',
    other: 'All {count} answers have reached the employer',
  },
  'receipt.completeNone': 'Your application has reached the employer',
  'receipt.attention':
    '{delivered} of {total} answers have reached the employer. We are looking after the rest: there is nothing you need to do.',

  'refused.title': { one: 'One answer needs a change', other: '{count} answers need a change' },
  'refused.text':
    'We have received your application with reference {reference}, but the employer’s system could not accept everything. Change what is marked below and send again. All your other answers are safe.',

  'closed.title': 'This job is no longer open',
  'closed.text': 'Applications for this job are closed. Thank you for your interest.',
  'already_sent.title': 'You have already applied',
  'already_sent.text': 'Your application for this job has been sent. There is nothing more you need to do.',

  'way.reload': 'Try again',
  'way.send': 'Send again',
  'way.fallback': 'Apply another way',
  'way.none': 'Please contact the employer directly to apply.',
  'way.kept': 'Your answers are still here.',
  'way.wait': {
    one: 'You can try again in {count} second.',
    other: 'You can try again in {count} seconds.',
  },

  'title.cannotOpen': 'This form cannot be opened',
  'title.cannotSend': 'Your application was not sent',
  'title.offline': 'You are not connected',
  'title.expired': 'Your link has expired',
  'title.busy': 'One moment, please',
  'title.changed': 'The form has changed',
  'title.already': 'This was sent before',

  'failure.bad_request': 'Something went wrong between this page and our server. Load the page again.',
  'failure.token_invalid': 'The link to this form is not complete. Open it again from where you found it.',
  'failure.token_expired':
    'For your safety, a link to this form works for a limited time. Open it again from where you found it.',
  'failure.unauthorized': 'This page is not allowed to open the form. Please let the employer know.',
  'failure.origin_not_allowed':
    'This website is not on the list of places where the form may be shown. Please let the employer know.',
  'failure.job_not_public': 'This job can only be applied to with a personal link.',
  'failure.not_found': 'We cannot find this job or application. It may have been taken down.',
  'failure.form_changed':
    'The employer has just changed the questions. Load them again: your answers are kept.',
  'failure.already_submitted':
    'Another application from you has already arrived, with different answers. It can no longer be changed here.',
  'failure.job_closed': 'Applications for this job have just closed.',
  'failure.file_too_large': 'A file is too big. Remove it or choose a smaller one, then send again.',
  'failure.body_too_large':
    'Your application is too big to send. Shorten your longest answers, then send again.',
  'failure.file_type': 'A file is of a kind that cannot be taken. Save it as a PDF, then send again.',
  'failure.no_job': 'This link does not belong to a job. Please let the employer know.',
  'failure.hidden_answer': 'Some questions no longer apply to your answers. Look them over, then send again.',
  'failure.foreign_question': 'This form and the employer’s questions do not match. Load the page again.',
  'failure.missing_answer': 'A required answer is missing. Fill it in, then send again.',
  'failure.invalid_answer': 'An answer could not be accepted. Change what is marked, then send again.',
  'failure.invalid_details': 'Some of your details could not be accepted. Check them, then send again.',
  'failure.file_missing': 'A file did not reach us. Add it again, then send again.',
  'failure.file_empty': 'A file is empty. Remove it or choose another one, then send again.',
  'failure.too_many': 'There are too many files. Remove some of them, then send again.',
  'failure.rate_limited': 'Many people are applying right now. Wait a little, then try again.',
  'failure.bad_document':
    'The employer’s system sent something we cannot read. Please try again a little later.',
  'failure.service_unavailable':
    'The application service cannot be reached at the moment. Please try again a little later.',
  'failure.offline': 'Check your internet connection, then try again.',
  'failure.bad_setup': 'The form is not set up correctly on this page. Please let the employer know.',
} as const;
