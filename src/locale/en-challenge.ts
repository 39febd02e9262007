/** English: what a form says while it solves a challenge. It comes with what solves it. */
export const enChallenge = {
  'challenge.solving': 'Checking that this is not spam. Your answers are safe.',
} as const;
