/** English: the sentences of a form that asks for more than names and email. They come with what draws it. */
export const enDetails = {
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
} as const;
