/** What an applicant agreed to: only sentences as they are now, and each as it was shown. */
import type { GivenConsent } from '../../../core/model/submission.ts';
import type { ConsentSetting } from '../forms/form-settings.ts';
import { pickText } from '../forms/pick-text.ts';
import type { FieldFault } from '../refusal.ts';
import { sha256OfText } from '../sessions/keys.ts';

export type SentConsent = Pick<GivenConsent, 'id' | 'version'>;

/** Whether every sentence that was agreed to is still the one that this form has. */
export const arePresent = (sent: readonly SentConsent[], settings: readonly ConsentSetting[]): boolean =>
  sent.every(({ id, version }) => settings.some((one) => one.id === id && one.version === version));

export const findConsentFaults = (
  sent: readonly SentConsent[],
  settings: readonly ConsentSetting[],
): readonly FieldFault[] =>
  settings
    .filter(({ id, required }) => required && !sent.some((one) => one.id === id))
    .map(({ id }) => ({ field: `consent:${id}`, pointer: '/meta/consent', fault: 'required' }));

/** @param locale of the form; null: English */
export function recordConsents(
  sent: readonly SentConsent[],
  settings: readonly ConsentSetting[],
  locale: string | null,
): Promise<readonly GivenConsent[]> {
  const shown = settings
    .filter(({ id }) => sent.some((one) => one.id === id))
    .flatMap(({ id, version, text }) => {
      const picked = pickText(text, locale);
      return picked === null ? [] : [{ id, version, ...picked }];
    });
  return Promise.all(
    shown.map(async ({ text, ...consent }) => ({ ...consent, hash: await sha256OfText(text) })),
  );
}
