/** What a visitor without an application says of themselves, as it was sent, and the application that it makes. */

import {
  furtherFault,
  lineWithout,
  requiredLines,
  type TextFault,
  UNITED_STATES,
} from '../../core/answers/answers.ts';
import { readPhone } from '../../core/answers/phone-number.ts';
import {
  addressNames,
  countryCodes,
  type Details,
  detailId,
  documentsQuestion,
  EQUALITY,
  type FieldName,
  type FileDetailName,
  fileDetailNames,
  type GivenDetails,
  type TextDetailName,
  textDetailNames,
  unitedStates,
} from '../../core/model/details.ts';
import type { ApplicationFiles, Destination } from '../../core/model/submission.ts';
import { detailFiles } from '../files/types.ts';
import type { Asked, AskedForm } from '../forms/jobs.ts';
import { LONGEST_LINE } from '../http/limits.ts';
import type { FieldFault } from '../http/replies.ts';
import type { StoredSubmission } from '../ports.ts';
import { serviceLocales } from '../service/queries.ts';
import type { Session } from '../sessions/tokens.ts';
import { type SentAnswer, type SubmissionDocument, sentFile } from './body.ts';

/** Without the line of an address that its country does not have, which stays in the form; a country alone is no address. */
function writtenNames(given: GivenDetails): readonly TextDetailName[] {
  const left = lineWithout(given);
  const names = textDetailNames.filter((name) => name !== left && (given[name] ?? '') !== '');
  const hasLine = addressNames.some((name) => name !== 'country' && names.includes(name));
  return hasLine ? names : names.filter((name) => name !== 'country');
}

/**
 * The same for every writing of the same content, since fingerprints are taken of it. What cannot be read stays as it
 * is: it is refused later.
 */
export function normaliseDetails(given: GivenDetails): Details {
  const texts = Object.fromEntries(writtenNames(given).map((name) => [name, given[name]]));
  const phone = readPhone(given.phone ?? '', [given.phone_iso2, given.country]);
  if (phone === null) return texts;
  return { ...texts, phone: phone.number, ...(phone.country && { phone_iso2: phone.country }) };
}

function requiredNames(details: Details, asked: readonly Asked[]): ReadonlySet<TextDetailName> {
  const linesOf = ({ name, required }: Asked): readonly TextDetailName[] => {
    if (name === 'address') return requiredLines(details, required);
    if (name === 'address2') return details.country === UNITED_STATES ? [] : ['address2'];
    return required ? textDetailNames.filter((one) => one === name) : [];
  };
  return new Set(asked.flatMap(linesOf));
}

/**
 * @param details normalised
 * @param now milliseconds since 1970
 */
export function findTextFaults(
  details: Details,
  asked: readonly Asked[],
  now: number,
): readonly { readonly name: TextDetailName; readonly fault: TextFault }[] {
  const required = requiredNames(details, asked);
  return textDetailNames.flatMap((name) => {
    const text = details[name] ?? '';
    if (text === '') return required.has(name) ? [{ name, fault: 'required' as const }] : [];
    const fault = findTextFault(name, text, now);
    return fault === null ? [] : [{ name, fault }];
  });
}

function findTextFault(name: TextDetailName, text: string, now: number): TextFault | null {
  if (name !== 'summary' && text.length > LONGEST_LINE) return 'too_long';
  const fault = furtherFault(name, text);
  if (fault !== null) return fault;
  if (name === 'phone') return readPhone(text, []) === null ? 'invalid_phone' : null;
  // Somewhere it is already the day that it will be here in 14 hours.
  if (name === 'date_of_birth')
    return text > new Date(now + 50_400_000).toISOString().slice(0, 10) ? 'in_future' : null;
  const isOption =
    name === 'country' ? countryCodes.has(text) : name !== 'state_province' || unitedStates.includes(text);
  return isOption ? null : 'not_an_option';
}

export interface SentDetails {
  /** In one writing, so that the same content has the same fingerprint. */
  readonly texts: Details;
  /** As chosen, also where no line of an address comes with it, so that it is not missed. */
  readonly country: string;
  /** Under the ids that these details have among the questions of a form. */
  readonly files: readonly SentAnswer[];
  readonly equality: readonly string[];
}

export function readDetails(given: GivenDetails): SentDetails {
  const { cv, cover_letter, documents = [], [EQUALITY]: equality = [] } = given;
  const idsOf = { cv: [cv], cover_letter: [cover_letter], documents } as const;
  return {
    texts: normaliseDetails(given),
    country: given.country ?? '',
    files: fileDetailNames.flatMap((name) =>
      idsOf[name].flatMap((id) => (id ? [sentFile(detailId(name), id)] : [])),
    ),
    equality,
  };
}

export const isOf =
  (name: FileDetailName) =>
  ({ question }: SentAnswer): boolean =>
    question === detailId(name);

/** All that a correction may bring once the application is made: what made it is neither sent nor changed. */
export const bringsDocumentsAlone = ({ texts, files, equality }: SentDetails): boolean =>
  Object.keys(texts).length === 0 && equality.length === 0 && files.every(isOf('documents'));

/** What no form like this one asks for: it was loaded before the configuration changed, or is none of ours. */
export function findUnasked({ texts, files, equality }: SentDetails, asked: AskedForm): readonly string[] {
  const names = new Set<string>(asked.details.map(({ name }) => name));
  const offered = new Set(asked.equality.flatMap(({ options }) => options.map(({ id }) => id)));
  const isAsked = (name: TextDetailName) =>
    names.has(addressNames.some((one) => one === name) ? 'address' : name);
  return [
    ...textDetailNames.filter((name) => texts[name] !== undefined && !isAsked(name)),
    ...fileDetailNames.filter((name) => files.some(isOf(name)) && !names.has(name)),
    ...(equality.every((id) => offered.has(id)) ? [] : [EQUALITY]),
  ];
}

/** @param now milliseconds since 1970 */
export function findDetailFaults(sent: SentDetails, asked: AskedForm, now: number): readonly FieldFault[] {
  const said = { ...sent.texts, ...(sent.country === '' ? {} : { country: sent.country }) };
  const { details, equality, isEqualityRequired } = asked;
  const isMissing = (name: FileDetailName) =>
    details.some((one) => one.name === name && one.required) && !sent.files.some(isOf(name));
  return [
    ...findTextFaults(said, details, now).map(({ name, fault }) => faultOf(name, fault)),
    ...fileDetailNames.filter(isMissing).map((name) => faultOf(name, 'required')),
    // Voluntary: only where the service demands it each has to be answered, and then with any of its options.
    ...equality.flatMap(({ id, options }): readonly FieldFault[] => {
      const count = options.filter((option) => sent.equality.includes(option.id)).length;
      if (count === 1 || (count === 0 && !isEqualityRequired)) return [];
      const fault = count === 0 ? 'required' : 'not_an_option';
      return [{ ...faultOf(EQUALITY, fault), field: `equality:${id}` }];
    }),
  ];
}

const faultOf = (field: FieldName, fault: FieldFault['fault']): FieldFault => ({
  field,
  pointer: `/data/0/attributes/${field}`,
  fault,
});

/** A staged file of a detail was judged when it came; by the same limits it is judged again before it is taken. */
export const findFileFaults = ({ files }: SentDetails): readonly FieldFault[] =>
  fileDetailNames.flatMap((name) => {
    const sizes = files.filter(isOf(name)).flatMap(({ staged }) => staged?.size ?? []);
    if (sizes.some((size) => size > detailFiles[name].bytes)) return [faultOf(name, 'file_too_large')];
    return sizes.includes(0) ? [faultOf(name, 'file_empty')] : [];
  });

/**
 * Documents that the service does not demand follow the application one by one; where it has just refused this applicant
 * without them, it does. Once it is made, they stay what they were, whatever has been learned since.
 */
export function documentsFollow({ details }: AskedForm, stored: StoredSubmission | null): boolean {
  const { application = null, answers = [] } = stored?.submission ?? {};
  if (application?.state === 'refused' && application.fields.includes('documents')) return false;
  return application === null || application.state === 'refused'
    ? !details.some(({ name, required }) => name === 'documents' && required)
    : answers.some(({ question }) => question === documentsQuestion);
}

export function toDestination(
  session: Session,
  { meta }: SubmissionDocument,
  { texts, equality }: SentDetails,
  files: ApplicationFiles,
): Destination {
  const { application, job } = session;
  if (application !== null) return { kind: 'application', application };
  return {
    kind: 'job',
    job,
    details: texts,
    ...(Object.keys(files).length === 0 ? {} : { files }),
    ...(equality.length === 0 ? {} : { equality }),
    locale: localeAtService(meta.locale ?? ''),
    source: meta.source ?? null,
  };
}

/** `de-AT` is read as German; a language that the service does not have is not sent to it. */
function localeAtService(shown: string): string | null {
  const find = (tag: string) => serviceLocales.find((one) => one.toLowerCase() === tag.toLowerCase());
  return find(shown) ?? find(shown.split('-', 1)[0] ?? '') ?? null;
}
