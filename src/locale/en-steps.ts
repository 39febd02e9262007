/** English: the sentences of a form with steps. The code that draws the steps loads them. */
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
