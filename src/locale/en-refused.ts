/** English: the sentences about an application that the service refused to create. Loaded when needed. */
export const enRefused = {
  'refused.details': 'Check your details',
  'refused.detailsText':
    'We have your application with reference {reference}, but the employer’s system could not accept your details. Check them below, then send again. All your answers are safe.',

  'refusal.title': 'Your application could not be passed on',
  'refusal.asks':
    'The employer’s system also asks for details that this form does not ask for: {fields}. Without them it takes no application.',
  'refusal.wrong': 'The employer’s system did not accept: {fields}.',
  'refusal.silent': 'The employer’s system did not accept your application, and gave no reason.',
  'refusal.closed': 'This job no longer takes applications.',
  'refusal.gone': 'The employer’s system cannot find this job. It may have been taken down.',
  'refusal.nothing': 'None of your application has reached the employer.',
  'refusal.check': 'You can check your details below and send again, or apply another way.',

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
  'field.state_province': 'State or province',
  'field.postcode': 'Postcode',
  'field.country': 'Country',
  'field.cv': 'CV',
  'field.cover_letter': 'Cover letter',
  'field.documents': 'Documents',
  'field.equality_monitoring_option_ids': 'Equality monitoring',
} as const;
