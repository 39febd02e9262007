/**
 * English: the sentences needed at first load, the catalogue that every other one must match; `en-filling.ts`
 * and `en-steps.ts` have the rest. `{name}` is a parameter; an entry with plural forms is chosen by `{count}`. Sentences say what
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

  'form.label': 'Application form',
  'form.send': 'Send application',
  'form.sending': 'Sending…',
  'form.resend': 'Send changes',
  'form.preview': 'This is a preview. Nothing you enter is sent.',
  'form.loading': 'Loading the application form…',

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

  'section.about': 'About you',
  'section.documents': 'Documents',
  'section.questions': 'Questions',
  'section.equality': 'Equality monitoring',
  'section.equalityText':
    'These questions are voluntary. You can send your application without answering them.',
  'section.equalityAsked':
    'These questions are voluntary, but the employer’s system needs an answer to each of them. Preferring not to say is an answer, too.',
  'section.send': 'Before you send',

  'privacy.text': 'How your data is used: see the [privacy notice].',
  'phone.country': 'Country of the phone number',

  'need.preferred_name': 'Enter your preferred name',
  'need.preferred_pronouns': 'Enter your pronouns',
  'need.phone': 'Enter your phone number',
  'need.date_of_birth': 'Enter your date of birth',
  'need.linkedin_url': 'Enter the address of your LinkedIn profile',
  'need.country': 'Select your country',
  'need.address1': 'Enter your address',
  'need.address2': 'Enter the second line of your address',
  'need.town': 'Enter your town or city',
  'need.state_province': 'Select your state',
  'need.postcode': 'Enter your postcode',
  'need.summary': 'Enter a personal summary',
  'need.cv': 'Add your CV',
  'need.cover_letter': 'Add your cover letter',
  'need.documents': 'Add at least one document',
  'address.half': '{need}, or leave the whole address empty',
  'need.equality': 'Select an answer',
  'need.consent': 'Tick this box: your application cannot be sent without it',

  'fault.phone': 'Enter a phone number in digits, such as {example}',
  'fault.phoneCountry': 'Enter a phone number that exists in {country}, or begin it with its country code',
  'fault.phoneAnywhere': 'Enter a phone number that exists: this one does not fit its country',
  'fault.linkedin': 'Enter a LinkedIn address, such as {example}',
  'fault.future': 'Enter a date of birth that is in the past',
  'fault.summary': 'Enter no more than {most} characters',

  'field.first_name': 'First name',
  'field.last_name': 'Last name',
  'field.email': 'Email address',
  'field.preferred_name': 'Preferred name',
  'field.preferred_pronouns': 'Pronouns',
  'field.phone': 'Phone number',
  'field.date_of_birth': 'Date of birth',
  'field.linkedin_url': 'LinkedIn profile',
  'field.summary': 'Personal summary',
  'field.address1': 'Address',
  'field.address2': 'Address line 2',
  'field.town': 'Town or city',
  'field.state_province': 'State',
  'field.postcode': 'Postcode',
  'field.country': 'Country',
  'field.cv': 'CV',
  'field.cover_letter': 'Cover letter',
  'field.documents': 'Further documents',
  'field.equality_monitoring_option_ids': 'Equality monitoring',

  'list.search': 'Search the options',
  'list.keys': 'Arrow keys move through the options.',
  'list.count': '{shown} of {total} shown, {count} chosen',
  'list.none': 'No option matches. {count} chosen',
  'list.chosen': 'Chosen: {options}',

  'prefill.some': 'This site has filled in some answers for you. Please check them before you send.',
  'prefill.field': 'Filled in for you. Please check.',
} as const;
