/** Details of an application that was there, as they were changed in its form: checked as given details are. */
import { lineWithout } from '../../../core/answers/further-details.ts';
import {
  addressNames,
  type DetailChanges,
  type Details,
  EQUALITY,
  fileDetailNames,
  type GivenDetails,
  type HeldTexts,
  type TextDetailName,
  textDetailNames,
} from '../../../core/model/details.ts';
import { success } from '../../../core/model/outcome.ts';
import type { LedgerChanges } from '../../../core/model/submission.ts';
import type { AskedForm } from '../forms/asked-details.ts';
import { type Checked, type FieldFault, refused, refusedFields } from '../refusal.ts';
import { fingerprintChanges, type Keys } from '../sessions/keys.ts';
import type { Session } from '../sessions/tokens.ts';
import { findTextFaults, normaliseDetails } from './given-details.ts';
import { findUnasked, readDetails } from './sent-details.ts';
import type { SubmissionDocument } from './submission-body.ts';

export interface SentChanges {
  /** The session whose form it was: the same again from another one is another change. */
  readonly session: Session['id'];
  readonly given: GivenDetails;
  readonly seen: HeldTexts;
}

/** null: none were sent. */
export const readChanges = ({ id }: Pick<Session, 'id'>, { data }: SubmissionDocument): SentChanges | null =>
  data.details === null ? null : { session: id, given: data.details, seen: data.seen };

/** Only a session that shows details takes them, each with what was seen of it; a file is none of them. */
export function checkChangesShape({ showDetails }: Session, { given, seen }: SentChanges): Checked<null> {
  if (showDetails !== true)
    return refused('bad_request', {
      detail: 'This session does not show the details of its application: only answers can be sent.',
    });
  if (EQUALITY in given || fileDetailNames.some((name) => name in given))
    return refused('bad_request', {
      detail: 'Of an application that was there, words alone can be changed.',
    });
  return namesIn(given).every((name) => seen[name] !== undefined)
    ? success(null)
    : refused('bad_request', { detail: 'Each changed detail needs what was seen of it, in meta.seen.' });
}

const namesIn = (given: GivenDetails): readonly TextDetailName[] =>
  textDetailNames.filter((name) => given[name] !== undefined);

/** @param now milliseconds since 1970 */
export function checkChanges(
  { given, seen }: SentChanges,
  asked: AskedForm,
  now: number,
): Checked<DetailChanges> {
  // What was seen of a detail that is not asked would tell by the outcome whether a guess of it is right.
  const unasked = findUnasked({ ...readDetails({}), texts: { ...seen, ...given } }, asked);
  if (unasked.length > 0) return refused('form_changed', { fields: unasked });
  const whole = normaliseDetails({ ...seen, ...given });
  const country = given.country ?? seen.country ?? '';
  const names = namesIn(given).filter((name) => name !== lineWithout({ country }));
  if (names.length === 0) return refused('nothing_changed');
  const find = (all: GivenDetails) => findTextFaults(withCountry(all), asked.details, now);
  const isJudged = judge(names, { given, seen, before: find(seen) });
  const faults = find({ ...seen, ...given })
    .filter(isJudged)
    .map(({ name, fault }): FieldFault => ({ field: name, pointer: `/data/0/attributes/${name}`, fault }));
  if (faults.length > 0) return refusedFields(faults);
  const wanted = (name: TextDetailName) =>
    isAsSeen(name, { given, seen })
      ? seen[name] || null
      : (whole[name] ?? (name === 'country' ? country || null : null));
  const changed = names.map((name) => [name, wanted(name)]);
  const phone = names.includes('phone') ? countryOfPhone({ given, seen }, whole) : {};
  const emptied = emptiedLine(seen, country);
  return success({ changed: { ...emptied, ...Object.fromEntries(changed), ...phone }, seen });
}

/**
 * The service shows null for the line that a country does not have, whatever it keeps there: where the new country has it,
 * what the form shows of it, nothing, is written, lest a line of an earlier address comes back.
 */
function emptiedLine(seen: HeldTexts, country: string): DetailChanges['changed'] {
  const line = lineWithout(seen);
  return line !== lineWithout({ country }) && seen[line] === '' ? { [line]: null } : {};
}

/** What is there already stays in its own writing, also where it is none of ours. */
const isAsSeen = (name: TextDetailName, { given, seen }: Compared): boolean =>
  isSame(given[name], seen[name]) && (name !== 'phone' || hasSeenCountry({ given, seen }));

const hasSeenCountry = ({ given, seen }: Compared): boolean =>
  given.phone_iso2 === undefined || isSame(given.phone_iso2, seen.phone_iso2);

const countryOfPhone = (compared: Compared, { phone_iso2 }: Details) => {
  if (!isAsSeen('phone', compared)) return { phone_iso2: phone_iso2 ?? null };
  const { phone_iso2: country } = compared.seen;
  return country === undefined ? {} : { phone_iso2: country || null };
};

const isSame = (one = '', other = ''): boolean => plainly(one) === plainly(other);

/** As what is given was cleaned when it came in. */
const plainly = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .trim();

/** A country alone is no address, and is judged. */
const withCountry = (given: GivenDetails): GivenDetails => ({
  ...normaliseDetails(given),
  ...(given.country ? { country: given.country } : {}),
});

type Fault = ReturnType<typeof findTextFaults>[number];

type Compared = Pick<SentChanges, 'given' | 'seen'>;

interface Judged extends Compared {
  /** What is wrong with what the service holds. */
  readonly before: readonly Fault[];
}

/**
 * What the service holds is not judged. Of an address that is changed, what the change itself makes missing is; where it
 * begins one, all of it.
 */
function judge(names: readonly TextDetailName[], { given, seen, before }: Judged): (fault: Fault) => boolean {
  const changed = names.filter((name) => !isSame(given[name], seen[name]));
  const isBegun = addressNames.some((name) => name !== 'country' && seen[name]);
  const wasSo = (name: TextDetailName) => isBegun && before.some((one) => one.name === name);
  return ({ name }) => changed.includes(name) || (isLine(name) && changed.some(isLine) && !wasSo(name));
}

const isLine = (name: TextDetailName): boolean => addressNames.some((one) => one === name);

export async function toLedgerChanges(
  { fingerprint: key }: Keys,
  sent: SentChanges,
  changes: DetailChanges,
): Promise<LedgerChanges> {
  return { ...changes, fingerprint: await fingerprintChanges(key, sent) };
}
