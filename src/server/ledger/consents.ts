/** What was consented to, as the stores keep it. */
import type { GivenConsent, HeldConsent } from '../../core/model/submission.ts';
import type { Consented, Consenting, StoredConsent } from './ledger-store.ts';

/** Each once, whatever was handed in, and nothing else that came with it. */
export const distinctConsents = (consents: Consenting | null): readonly GivenConsent[] =>
  [...new Map((consents?.given ?? []).map((one) => [one.id, one])).values()].map(
    ({ id, version, hash, language }) => ({ id, version, hash, language }),
  );

/** What of it stays with the submission; null: nothing was consented to. */
export function consentedOf(consents: Consenting | null): Consented | null {
  const ids = distinctConsents(consents).map(({ id }) => id);
  return ids.length === 0 ? null : { job: consents?.job ?? null, ids };
}

/** After a correction of an application that is made: what was consented to stays. */
export function addConsented(kept: Consented | null, consents: Consenting | null): Consented | null {
  const added = consentedOf(consents);
  if (kept === null || added === null) return kept ?? added;
  return { job: kept.job ?? added.job, ids: [...new Set([...kept.ids, ...added.ids])] };
}

export const toHeldConsent = ({ subject: _, givenAt, ...consent }: StoredConsent): HeldConsent => ({
  ...consent,
  givenAt: new Date(givenAt).toISOString(),
});
