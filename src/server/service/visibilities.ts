/** All four: without `confidential` in its list the service hides the applications of confidential jobs. */
export const allVisibilities = ['confidential', 'external', 'internal', 'private_job'] as const;

export type JobVisibility = (typeof allVisibilities)[number];
