/**
 * English: the sentences about what became of a form: the receipt, refusals, failures, what has changed. They come with
 * the screens that say them.
 */
export const enOutcome = {
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

  'receipt.title': 'Application sent',
  'receipt.reference': 'Your reference',
  'receipt.sentOn': 'Sent on {date}',
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
  'failure.file_type': 'A file is of a kind that cannot be taken. Save it as a PDF, then send again.',
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
} as const;
