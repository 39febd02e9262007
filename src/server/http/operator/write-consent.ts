import type { HeldConsent } from '../../../core/model/submission.ts';

/** As operators read it; it says nothing of the person. */
export const writeConsent = ({ givenAt, ...consent }: HeldConsent) => ({ ...consent, given_at: givenAt });
