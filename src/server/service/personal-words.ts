/**
 * Whether a fault may name a member without telling that a person has applied before: by the words of the service, of
 * which only those that are known here are trusted.
 */
import type { MemberName, NamedFault } from './application-members.ts';

/** By which a person could be known again. */
const personal: readonly MemberName[] = [
  'first_name',
  'last_name',
  'preferred_name',
  'email',
  'phone',
  'phone_iso2',
  'date_of_birth',
  'linkedin_url',
];

export const isPersonal = (member: MemberName): boolean => personal.includes(member);

/** "has already been taken", "already exists", "is a duplicate", "must be unique"; but not "is already closed". */
const taken =
  /\b((?<!no longer )taken(?! (?:down|off|offline)\b)|(?:already|previous(?:ly)?)(?! (?:been )?(?:closed|filled|archived|expired|ended|unpublished|withdrawn|cancelled|deleted|removed)\b)|(?<!no longer )exists|duplicated?s?|duplication|in use|(?<!not )registered|uniqueness|unique(?! (?:file ?)?names?\b)|another (?:candidate|applicant|application|person|user)|(?:have|has|had|you|candidate|applicant) applied|applied (?:before|already|to|for)(?! online)|appl(?:y|ied)\b[^.]{0,40} again|one application|one per (?:candidate|applicant|person|user|e[- ]?mail)|existing (?:candidate|applicant|application|person|user|record|profile|account)|on file|been used|twice|(?:more than|only) once|used before)\b/i;

/** "unless already given", "if you have not already provided one": an exception to a demand, which says nothing of a person. */
const exception =
  /\b(?:unless|if(?: [a-z']{1,12}){0,4} (?:not|no|none|[a-z]{2,5}n't))(?: [a-z']{1,12}){0,4} (?:already|previously)(?: been)? (?:given|provided|uploaded|supplied|attached|added|included|entered|done so)\b/gi;

/** Of a person's own data, what could mean that it is another's as well. */
const another =
  /\b(?:(?<!not )match(?:es|ed)(?! (?:no|none)\b)|belongs|another|(?:some|any)(?:one|body) else|(?:not|no longer) available|unavailable|available no longer|reserved|claimed|(?:in|to) our (?:system|records?|database)|(?:known|seen) (?:to us|before)|has been (?:seen|known)|recogni[sz]ed?|conflicts?|conflicting|collision|linked|associated|assigned|used (?:by|again|in)|reused|in (?:the|this|your) (?:system|records?|database|account))\b/i;

/** Of an email, what could mean that it is known; where nothing but its form is wrong, none of this is said. */
const known =
  /\b(?:different|other|else|alternative|new (?:e[- ]?mail|address|one)|known|same|used|blocked|banned|(?:an?|this|that|some|earlier|former|second) (?:candidate|applicant|person|user|account|record)(?!'s| e[- ]?mail))\b/i;

/** An email that is absent, or that is no email by its form: whose it is does not matter. */
const form =
  /\b(?:(?:in)?valid|blank|empty|null|missing|absent|required|mandatory|needed|malformed|format(?:ted)?|too (?:long|short)|long|short|characters?|bad|wrong|incorrect|not an? e[- ]?mail|(?:must|should|has to|needs to) (?:be (?:an? e[- ]?mail|given|provided|present|filled|entered|set|a string|text)|have|contain|include)|(?:does not|doesn't|do not) (?:exist|look|contain|have)|(?:please|must|need to|have to|should) (?:provide|enter|add|specify|give|supply|fill in)|(?:requires?|needs?|demands?|lacks?|no) (?:an? |the |your )*(?:valid )?e[- ]?mail|no e[- ]?mail)\b/i;

/** Somewhere in a demand of what is no person's: "is required", "can't be blank", "please upload". */
const demand =
  /\b(?:required|mandatory|needed|missing|(?:can't|cannot|can not|must not|should not|may not) be (?:blank|empty|missing)|(?:must|should|has to|needs to) be (?:given|provided|uploaded|supplied|attached|added|included|present)|(?:please|must|need to|have to|should) (?:provide|upload|attach|add|give|supply|include|enter|submit))\b/i;

/** Whose it is: a sentence with one of these is about a person, whatever else it demands. */
const person =
  /\b(?:candidates?|applicants?|persons?|people|users?|accounts?|applied|e[- ]?mails?|(?:an|another|one|existing|previous|earlier|same|second|your) applications?|applications? (?:already|exists?)|apply\b[^.]{0,40} again)\b/i;

/** In characters: longer than any sentence that says something of a person. */
const LONGEST_SAYING = 1_000;

const plain = (text: string): string =>
  text.slice(0, LONGEST_SAYING).replaceAll('_', ' ').replaceAll('\u2019', "'");

/** Our own reference is no person's: by it an application of our own making is recognised. */
export function judgeNames(fault: NamedFault): (member: MemberName) => boolean {
  const { detail, message, words = [] } = fault;
  const says = [detail ?? '', message ?? '', ...words].map((text) => plain(text).replace(exception, ''));
  const isSaid = (pattern: RegExp) => says.some((text) => pattern.test(text));
  const isTaken = isSaid(taken);
  const mayBePersonal = !isTaken && !isSaid(another);
  const mayBeEmail = mayBePersonal && isAboutForm(fault) && !isSaid(known);
  const isDemanded = !isTaken || (isSaid(demand) && !isSaid(person));
  return (member) => {
    if (member === 'external_system_reference') return true;
    if (member === 'email') return mayBeEmail;
    if (isPersonal(member)) return mayBePersonal;
    return member === 'job' ? !isTaken : isDemanded;
  };
}

/** A place without words says nothing of why, so it is not enough. */
const isAboutForm = (fault: NamedFault): boolean => reasonsOf(fault).some((text) => form.test(plain(text)));

/** What says why: a title and a code say it only where nothing else does, since they may stand for any fault. */
export function reasonsOf({ detail, message, words = [] }: NamedFault): readonly string[] {
  const said = [detail, message].flatMap((text) => (text?.trim() ? [text] : []));
  return said.length > 0 ? said : words;
}
