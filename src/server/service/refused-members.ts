/**
 * Which members of an application a refusal names, by what the service documents: a pointer, or a detail that begins with
 * the attribute ("Phone can't be blank"). Only the names in `application-members.ts` are passed on, never the service's
 * own words.
 */
import { type MemberName, memberNames, type NamedFault } from './application-members.ts';
import type { Named } from './service-error.ts';

/** What the library behind the service says of an attribute that was not given, or not as it has to be. */
const known =
  /^(?:can't be (?:blank|empty)|must exist|must be (?:given|present|true or false|an? [a-z]+(?: of ids)?)|is (?:required|missing|blank|empty|invalid|closed|not open for applications|not a [a-z-]+(?: as yyyy-mm-dd)?|not included in the list|reserved|(?:too (?:long|short)|the wrong length)(?: \([^)]*\))?))\.?$/;

/** What they are called in words; the longest first, because "phone iso2 …" begins with "phone", too. */
const called: readonly (readonly [words: string, member: MemberName])[] = [
  ...memberNames.map((name) => [name.replaceAll('_', ' '), name] as const),
  ['cv', 'cv_base64_data'] as const,
  ['cover letter', 'cover_letter_base64_data'] as const,
  ['documents', 'documents_base64'] as const,
].sort(([one], [other]) => other.length - one.length);

/** Of these a place alone names nothing: "has already been taken" would tell that a person has applied before. */
const guarded: ReadonlySet<MemberName> = new Set([
  'first_name',
  'last_name',
  'preferred_name',
  'email',
  'phone',
  'phone_iso2',
  'date_of_birth',
  'linkedin_url',
  'job',
]);

/** Each once, in the order in which they are named. */
export function readRefusal(faults: readonly NamedFault[]): Named {
  const read = faults.flatMap((fault) => readFault(fault) ?? []);
  const withheld = new Set(
    read.flatMap(({ member, isNamed }) => (!isNamed && guarded.has(member) ? [member] : [])),
  );
  const named = read.filter(({ member, isNamed }) => isNamed && !withheld.has(member));
  const unsure = named.filter(({ isSure }) => !isSure);
  return { members: membersIn(named), ...(unsure.length === 0 ? {} : { unsure: membersIn(unsure) }) };
}

const membersIn = (read: readonly { readonly member: MemberName }[]): readonly MemberName[] => [
  ...new Set(read.map(({ member }) => member)),
];

/** null: it is about none of them. */
function readFault({ pointer, attribute, detail, message }: NamedFault) {
  const pointed = /^\/data\/(?:attributes|relationships)\/([^/]+)/.exec(pointer ?? '')?.[1];
  const exact =
    memberNames.find((name) => name === pointed) ?? memberNames.find((name) => name === attribute);
  const words = folded(detail ?? '');
  const started = called.find(([name]) => words.startsWith(`${name} `));
  const member = exact ?? started?.[1];
  if (member === undefined) return null;
  const said = message == null ? words.slice(started?.[0].length ?? 0).trim() : folded(message);
  // By our own reference an application of our own making is recognised.
  const isOurs = member === 'external_system_reference';
  const isKnown = known.test(said);
  const isNamed = isOurs || isKnown || (exact !== undefined && !guarded.has(member));
  return { member, isNamed, isSure: isKnown || said === '' };
}

/** Characters: longer than any message that is known. */
const LONGEST = 200;

const folded = (text: string): string =>
  text.slice(0, LONGEST).toLowerCase().replaceAll('_', ' ').replaceAll('\u2019', "'").trim();
