/** What an applicant agreed to: only sentences as they are now, and each as it was shown. */
import type { GivenConsent } from '../../core/model/submission.ts';
import type { ConsentSetting } from '../forms/form-settings.ts';
import { pickText } from '../forms/pick-text.ts';
import type { FieldFault } from '../http/refusal.ts';
import { sha256 } from '../sessions/keys.ts';

export interface SentConsent extends Pick<GivenConsent, 'id' | 'version'> {
  /** In which the sentence was shown, by what the form was given. */
  readonly language?: string;
}

/** Whether every sentence that was agreed to is still the one that this form has. */
export const arePresent = (sent: readonly SentConsent[], settings: readonly ConsentSetting[]): boolean =>
  sent.every(({ id, version, language }) =>
    settings.some(
      (one) =>
        one.id === id &&
        one.version === version &&
        (language === undefined || Object.hasOwn(one.text, language)),
    ),
  );

export const findConsentFaults = (
  sent: readonly SentConsent[],
  settings: readonly ConsentSetting[],
): readonly FieldFault[] =>
  settings
    .filter(({ id, required }) => required && !sent.some((one) => one.id === id))
    .map(({ id }) => ({ field: `consent:${id}`, pointer: '/meta/consent', fault: 'required' }));

/**
 * Where a language failed to load, the form shows a sentence of another one than it asks for: what it says of it counts.
 *
 * @param locale of the form; null: English
 */
export function recordConsents(
  sent: readonly SentConsent[],
  settings: readonly ConsentSetting[],
  locale: string | null,
): Promise<readonly GivenConsent[]> {
  const shown = settings.flatMap(({ id, version, text }) => {
    const given = sent.find((one) => one.id === id);
    const picked = given === undefined ? null : pickText(text, given.language ?? locale);
    return picked === null ? [] : [{ id, version, ...picked }];
  });
  return Promise.all(shown.map(async ({ text, ...consent }) => ({ ...consent, hash: sha256(text) })));
}
