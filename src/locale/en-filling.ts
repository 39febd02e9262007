/** English: the sentences needed after the first answer, or instead of the form. The code that shows them loads them. */
export const enFilling = {
  'error.plain': 'Check this answer',

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
  'file.file_type': 'This type of file is not accepted. Save it as a PDF and choose it again.',
  'file.file_empty': 'This file is empty. Choose another one.',
  'file.file_unreadable': 'This file cannot be read. Check that it is still there, then choose it again.',
  'file.renamed':
    'Its name says {named}, but this file is {found}. Save it in the right format, or choose another one.',
  'file.damaged': 'This file is damaged or has a password. Save it again without one, or choose another one.',
  'file.macros': 'This file has macros. Save it without them, then choose it again.',
  'file.infected': 'This file did not pass our virus check. Choose another one.',
  'file.kinds': 'This type of file is not accepted. Choose one of these types: {kinds}.',
  'file.most': {
    one: 'You can add {count} file in all. Remove another one first.',
    other: 'You can add up to {count} files in all. Remove another one first.',
  },
  'file.total_too_large':
    'All your files together can be up to {size}. Remove another one first, or choose a smaller one.',
  'file.twice': '“{name}” is already added.',
  'file.onlyOne': 'Only one file can be added here. Choose one.',
  'file.notFile': 'Only files can be added here. Save it as a file first, then choose it.',

  /** Before each error, for screen readers. */
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
  /** Used if the title of a question is short. */
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
  'foot.files': 'Uploading your files…',
  'foot.sending': 'Sending your answers…',
  'foot.long': 'Still sending. Your answers are safe.',

  'refused.details': 'Check your details',
  'refused.detailsText':
    'We have your application, with reference {reference}, but the employer’s system could not accept your details. Check them below, then send again. All your answers are safe.',
  'refused.detailsAsks':
    'We have your application, with reference {reference}, but the employer’s system also asks for: {fields}. Add what is missing below, then send again. All your answers are safe.',

  'refusal.title': 'Your application could not be passed on',
  'refusal.asks':
    'The employer’s system also needs details that this form does not ask for: {fields}. It does not accept applications without them.',
  'refusal.wrong': 'The employer’s system did not accept: {fields}.',
  'refusal.silent': 'The employer’s system did not accept your application, and gave no reason.',
  'refusal.closed': 'This job is no longer taking applications.',
  'refusal.gone': 'The employer’s system cannot find this job. It may have been taken down.',
  'refusal.nothing': 'None of your application has reached the employer.',
  'refusal.check': 'You can change your details below and send again, or apply another way.',

  'form.changed.title': 'The employer has changed the form',
  'form.changed': {
    one: 'We have kept your answers. Check this question, then send again:',
    other: 'We have kept your answers. Check these questions, then send again:',
  },
  'form.changed.none': 'We have kept your answers. Check them, then send again.',
  'form.changed.rest': {
    one: 'We have kept all your other answers. Check this question, then send again:',
    other: 'We have kept all your other answers. Check these questions, then send again:',
  },
  'form.changed.restNone': 'We have kept all your other answers. Check them, then send again.',
  'form.lost': {
    one: 'One answer no longer fits the form. Copy anything you still want to use:',
    other: '{count} answers no longer fit the form. Copy anything you still want to use:',
  },

  'receipt.title': 'Application sent',
  'receipt.reference': 'Your reference',
  'receipt.sentOn': 'Sent on {date}',
  'receipt.unclear': 'Your application may not have arrived',
  'receipt.thanks': 'Thank you for your application.',
  'receipt.copy': 'Copy',
  'receipt.copied': 'Copied',
  'receipt.next': 'What happens next',
  'receipt.nextText':
    'The hiring team will read your application and get in touch with you. Keep your reference in case you have questions.',
  'receipt.on': 'Continue',
  'receipt.print': 'Print or save a copy',
  'receipt.slow':
    'This is taking longer than usual. You can close this page: we have your answers and will keep passing them on.',
  'receipt.sent': { one: 'What you sent ({count} answer)', other: 'What you sent ({count} answers)' },
  'receipt.sentAll': 'What you sent',
  'receipt.passing':
    'We have your application and are passing it on to the employer. There is nothing more for you to do.',
  'receipt.how': 'Progress so far',
  'receipt.delivering': '{delivered} of {total} answers passed on to the employer',
  'receipt.complete': 'Your application has reached the employer',
  'receipt.attention':
    'Part of your application may not have reached the employer, and we will not send it again automatically. Keep a copy of what you sent, and quote your reference if you contact the employer.',
  'receipt.attentionNone':
    'Your application may not have reached the employer, and we will not send it again automatically. Keep a copy of what you sent, and quote your reference if you contact the employer.',

  'refused.title': { one: 'One answer needs a change', other: '{count} answers need a change' },
  'refused.text':
    'We have your application, with reference {reference}, but the employer’s system could not accept all of it. Change what is marked below and send it again. All your other answers are safe.',

  'refused.changed':
    'The employer has changed the form since you sent your application, so your changes could not be sent. Your application is safe, with reference {reference}. Contact the employer about the answers marked here.',
  'form.empty': 'This job has no questions to answer.',

  'closed.title': 'This form is no longer open',
  'closed.text': 'It no longer takes applications. Thank you for your interest.',
  'already_sent.title': 'Your application was already sent',
  'already_sent.text':
    'It cannot be sent again here. If you are not sure that it arrived, contact the employer.',

  'way.wait': {
    one: 'You can try again in {count} second.',
    other: 'You can try again in {count} seconds.',
  },

  'title.cannotOpen': 'This form cannot be opened',
  'title.cannotSend': 'Your application was not sent.',
  'title.cannotResend': 'Your changes were not sent.',
  'title.offline': 'The form cannot be reached',
  'way.blocked':
    'If it is stopped again, reword answers with code or unusual characters in them, and shorten long ones.',
  'way.copy': 'Your answers are still here: copy what you want to keep before you leave this page.',
  'title.expired': 'Your link has expired',
  'title.busy': 'One moment, please',
  'title.changed': 'The form has changed',
  'title.already': 'Your application was already sent.',

  'failure.bad_request': 'Something went wrong. Load the page again.',
  'failure.token_invalid':
    'This link does not work, or has stopped working. Open the form again from where you found it.',
  'failure.token_expired':
    'Links to this form work for a limited time. Open it again from where you found it.',
  'failure.unauthorized': 'This page is not allowed to open the form. Let the employer know.',
  'failure.origin_not_allowed': 'This website is not allowed to show the form. Let the employer know.',
  'failure.job_not_public': 'You need a personal link to apply for this job.',
  'failure.not_found': 'We cannot find this job or application. It may have been taken down.',
  'failure.form_changed': 'The employer has just changed the questions. Check them, then send again.',
  'failure.already_submitted': 'It can no longer be changed here.',
  'failure.job_closed': 'This form has just closed.',
  'failure.file_too_large': 'A file is too big. Choose a smaller one, then send again.',
  'failure.body_too_large': 'Your application is too big. Shorten your longest answers, then send again.',
  'failure.file_type':
    'One of your files has a type that is not accepted. Save it as a PDF, then send again.',
  'failure.no_job': 'We cannot tell which job this form is for. Let the employer know.',
  'failure.hidden_answer': 'Some questions no longer apply to you. Check the form, then send again.',
  'failure.foreign_question': 'The form and the employer’s questions do not match. Load the page again.',
  'failure.missing_answer': 'A required answer is missing. Fill it in, then send again.',
  'failure.invalid_answer': 'An answer could not be accepted. Change what is marked, then send again.',
  'failure.invalid_details': 'Some of your details could not be accepted. Check them, then send again.',
  'failure.file_missing': 'A file did not reach us. Add it again, then send again.',
  'failure.file_empty': 'A file is empty. Choose another one, then send again.',
  'failure.too_many': 'You have added too many files. Remove some, then send again.',
  'failure.rate_limited': 'Many people are applying right now. Try again a little later.',
  'failure.bad_document': 'The employer’s system sent something we cannot read. Try again a little later.',
  'failure.service_unavailable': 'We cannot reach the employer’s system. Try again a little later.',
  'failure.timed_out': 'There was no reply in time. Check your internet connection, then try again.',
  'failure.blocked':
    'Something between this page and us stopped it, and we cannot tell why. Try again, or use another network.',
  'failure.bad_setup': 'The form is not set up correctly. Let the employer know.',

  'challenge.solving': 'Checking that this is not spam. Your answers are safe.',

  // About answers stored on this device, and about waiting to send.
  'draft.offline': 'You are offline. Carry on filling in the form, and send it once you are back online.',
  'draft.online': 'You are back online. You can send your application now.',

  'draft.here': 'Saved on this device',
  'draft.tab': 'Saved in this tab',
  'draft.keep': 'Keep on this device for 7 days',
  'draft.until': 'Kept on this device until {date}',
  'draft.end': 'Do not keep on this device',
  'draft.unkept':
    'Your answers could not be kept on this device; they are saved in this tab. Check your internet connection, then try again.',
  'draft.found': 'Answers are kept on this device. Continue only if they are yours.',
  'draft.goOn': 'Continue',
  'draft.anew': 'Start again',
  'draft.askAnew': 'Delete the answers that are kept on this device? You cannot undo this.',
  'draft.over': 'The answers that were kept on this device are no longer available.',
  'draft.not': 'Your answers cannot be saved on this device. Keep this page open until you have sent them.',
  'draft.back': 'We have restored your answers.',
  'draft.clear': 'Clear my answers',
  'draft.cleared': 'Your answers have been deleted.',
  'draft.ask': 'Delete all answers you entered here? You cannot undo this.',
  'draft.askSent':
    'Delete all answers you entered here? You cannot undo this. Anything you have already sent may have reached the employer, and will not be deleted.',
  'draft.yes': 'Yes, delete them',
  'draft.no': 'No, keep them',

  'wait.offline':
    'Your application is on this device. We will send it as soon as you are back online. Keep this page open.',
  'wait.busy': 'Your application is on this device. We will send it in a moment. Keep this page open.',
  'wait.unreached':
    'We cannot reach the server right now. Your application is on this device. We will keep trying, and nothing will arrive twice. Keep this page open.',
  'wait.slow':
    'We are still trying, but there has been no reply so far. Your application is on this device, and nothing will arrive twice. Keep this page open.',
  'wait.long':
    'Your application is not confirmed yet. We will keep trying, and nothing will arrive twice. You can also come back later: what you typed is kept on this device.',
} as const;
