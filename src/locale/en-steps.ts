/** English: the sentences of a form that is filled in one section at a time. They come with what draws its steps. */
export const enSteps = {
  'steps.label': 'Steps',
  'steps.of': 'Step {number} of {total}',
  'steps.done': '(completed)',
  'steps.about': 'About you',
  'steps.questions': 'Questions',
  'steps.check': 'Check your answers',
  'steps.back': 'Back',
  'steps.next': 'Next',
  'steps.continue': 'Continue',
  'steps.change': 'Change',
  'steps.none': 'Not answered',
} as const;
