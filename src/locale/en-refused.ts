/** English: the sentences about an application that the service refused to create. Loaded when needed. */
export const enRefused = {
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
} as const;
