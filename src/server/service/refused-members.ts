/**
 * Which members of an application a 422 refuses. Only the names in `application-members.ts` are passed on, never the
 * service's own words.
 */
import { type MemberName, memberNames, type NamedFault } from './application-members.ts';
import { isPersonal, judgeNames, reasonsOf } from './personal-words.ts';
import { isPlainDemand } from './plain-demand.ts';

/** Each once, in the order in which they are named. */
export interface RefusedMembers {
  readonly members: readonly MemberName[];
  /** Those of them that no fault plainly demands: not every application may have to have them. */
  readonly conditional: readonly MemberName[];
}

/**
 * What is taken names nothing, nor does a person's own data beside it: it cannot be learned here whether a person has
 * applied before.
 */
export function refusedMembers(faults: readonly NamedFault[]): RefusedMembers {
  const named = faults.map(readFault);
  const withheld = new Set(named.flatMap((fault) => fault.withheld));
  const all = named.flatMap((fault) => fault.members);
  const members = [...new Set(all)].filter((member) => !withheld.has(member));
  const demanded = new Set(named.flatMap((fault) => (fault.isPlain ? fault.members : [])));
  return { members, conditional: members.filter((member) => !demanded.has(member)) };
}

function readFault(fault: NamedFault) {
  const found = membersOf(fault);
  if (found.length === 0) return { members: [], withheld: [], isPlain: false };
  const mayBeNamed = judgeNames(fault);
  return {
    members: found.filter(mayBeNamed),
    withheld: found.filter((member) => isPersonal(member) && !mayBeNamed(member)),
    isPlain: reasonsOf(fault).every((text) => isPlainDemand(withMembers(text))),
  };
}

function membersOf({ pointer, attribute, detail }: NamedFault): readonly MemberName[] {
  const pointed = /^\/data\/(?:attributes|relationships)\/([^/]+)/.exec(pointer ?? '')?.[1];
  const exact = exactly(pointed) ?? exactly(attribute);
  return exact === null ? namedIn(detail ?? '') : [exact];
}

/** What the service may call an attribute that is written under another name. */
const spoken: readonly (readonly [words: string, member: MemberName])[] = [
  ['cv', 'cv_base64_data'],
  ['resume', 'cv_base64_data'],
  ['cover_letter', 'cover_letter_base64_data'],
  ['documents', 'documents_base64'],
  ['linkedin', 'linkedin_url'],
  ['personal_summary', 'summary'],
  ['address', 'address1'],
  ['city', 'town'],
];

const names: readonly (readonly [words: string, member: MemberName])[] = [
  ...memberNames.map((name) => [name, name] as const),
  ...spoken,
];

const exactly = (given: string | null | undefined): MemberName | null =>
  names.find(([name]) => name === given)?.[1] ?? null;

/** What people call them, too, in whole sentences alone: at the mere start of one a word could mean anything. */
const called: readonly (readonly [words: string, member: MemberName])[] = [
  ['forename', 'first_name'],
  ['given name', 'first_name'],
  ['surname', 'last_name'],
  ['family name', 'last_name'],
  ['e mail', 'email'],
  ['telephone', 'phone'],
  ['mobile', 'phone'],
  ['phone country', 'phone_iso2'],
  ['birth date', 'date_of_birth'],
  ['birthdate', 'date_of_birth'],
  ['linkedin profile', 'linkedin_url'],
  ['pronouns', 'preferred_pronouns'],
  ['curriculum vitae', 'cv_base64_data'],
  ['covering letter', 'cover_letter_base64_data'],
  ['document', 'documents_base64'],
  ['attachments', 'documents_base64'],
  ['address 1', 'address1'],
  ['address line 1', 'address1'],
  ['address 2', 'address2'],
  ['address line 2', 'address2'],
  ['street', 'address1'],
  ['state', 'state_province'],
  ['province', 'state_province'],
  ['postal code', 'postcode'],
  ['post code', 'postcode'],
  ['zip', 'postcode'],
  ['zip code', 'postcode'],
  ['equality monitoring', 'equality_monitoring_option_ids'],
  ['equality monitoring options', 'equality_monitoring_option_ids'],
];

/** In words; the longest first, because "phone iso2 …" begins with "phone", too. */
const vocabulary = new Map<string, MemberName>(
  [...names, ...called]
    .map(([name, member]) => [name.replaceAll('_', ' '), member] as const)
    .sort(([one], [other]) => other.length - one.length),
);
/** Of a job a sentence says too much that is no fault of it. */
const NAME = [...vocabulary.keys()].filter((name) => name !== 'job').join('|');
const KIND = '(?: (?:number|address|code|name|file|document|profile|answers?))?';
const ARTICLE =
  '(?:(?:a|an|the|your|their|its|valid|(?:at least )?one or more|(?:at least )?(?:one|any) of|at least one|one|some|more|either|both|following) )*';
const OWNER = `(?:(?:the |an? |your |this )?(?:applicants?|candidates?)(?:'s)? )?`;
const VERB =
  "(?:(?:is|are) (?:also |still )?(?:required|needed|mandatory|missing|absent|blank|empty|invalid|wrong|malformed|unknown|not|too)|must|can't|cannot|can not|should|needs? to|ha(?:s|ve) to|does not|required|missing|invalid)";
const END =
  '(?:[.!:]|$| \\(|,? (?:to|for|in|on|with|without|when|where|before|by|of|from|so|as|because|since|if|unless|instead)\\b)';

/** Whole sentences, so that a name in any other sentence names nothing: what stands before a list of names, and behind it. */
const sentences: readonly (readonly [before: RegExp, behind: RegExp])[] = [
  // "The phone number is required", "Applicant's address line 1 must be given"
  [`${OWNER}${ARTICLE}`, `,? ${VERB}\\b`],
  // "Please provide a phone number", "You must upload your CV and a cover letter."
  [
    `(?:please )?(?:(?:you|applicants?|candidates?) (?:must|need to|have to|should) )?(?:provide|enter|add|upload|attach|include|specify|give|supply|fill in|select|choose|submit) (?:us )?(?:with )?${OWNER}${ARTICLE}`,
    END,
  ],
  // "This job requires a CV", "Applications must include a phone number"
  [
    `(?:the |this |an? |all |our )?(?:job|applications?|applicants?|candidates?|company|form)(?: (?:for|to) this job)? (?:requires?|needs?|demands?|lacks?|must (?:have|include|contain)|is missing|are missing) ${ARTICLE}`,
    END,
  ],
  // "One of the following is required: CV, phone"
  [
    `(?:at least )?(?:one|any) of (?:the following|these)(?: (?:attributes?|fields?|documents?|details?))? (?:is|are|must be|has to be) (?:required|needed|given|provided|present):? ${ARTICLE}`,
    END,
  ],
  // "Missing phone", "Required: CV, address", "Missing required attribute: phone"
  [
    `(?:missing|required|invalid|blank)(?: required)?(?: (?:attributes?|fields?|parameters?|params?|values?|details?))?:? ${ARTICLE}`,
    END,
  ],
  // "No phone number was given"
  [
    'no ',
    ` (?:is |are |was |were |has been )?(?:given|provided|attached|supplied|present|found|uploaded|included)${END}`,
  ],
].map(([before, behind]) => [new RegExp(`^${before}`), new RegExp(`^${behind}`)]);

const firstName = new RegExp(`^(${NAME})${KIND}`);
const nextName = new RegExp(`^(?:,? and|,? or|,) ${ARTICLE}(${NAME})${KIND}`);

/** "This job was previously filled": no other sentence about a job says that it takes no applications. */
const closed =
  /^(?:this|the) (?:job|position|vacancy|posting) (?:(?:is|was|has|has been) (?:(?:already|previously|now|since|been) )*(?:closed|filled|archived|expired|ended|unpublished|withdrawn|cancelled|not open|no longer (?:open|available|active))|no longer exists)(?: (?:to|for) (?:new |all )?(?:applications?|applicants|candidates))?[.!]?$/;

/** "If no CV is given, …": the condition of the sentence that follows. */
const leading = /^(?:if|unless|when|where|without|for|in|outside)\b[^,]*, /;

/** In characters: longer than any sentence that names something, and than any of which its manner is read. */
const [LONGEST_NAMING, LONGEST_SAYING] = [200, 1_000];

function namedIn(detail: string): readonly MemberName[] {
  const start = detail.slice(0, LONGEST_NAMING);
  const words = plainWords(start).slice(0, LONGEST_NAMING);
  if (closed.test(words)) return ['job'];
  const sentence = plainWords(withOr(start)).slice(0, LONGEST_NAMING).replace(leading, '');
  for (const [before, behind] of sentences) {
    const found = before.exec(sentence)?.[0];
    if (found === undefined) continue;
    const { members, rest } = readList(sentence.slice(found.length));
    if (members.length > 0 && behind.test(rest)) return members;
  }
  return longestStart(words);
}

const anyName = new RegExp(`\\b(${NAME})${KIND}\\b`, 'g');

/** A stroke between two words means it: "CV/LinkedIn", "State/Province". */
const withOr = (text: string): string => text.replace(/(?<=[a-z])\/(?=[a-z])/gi, ' or ');

/** In plain words, with `<member>` for each name of one. */
const withMembers = (text: string): string =>
  plainWords(withOr(text.slice(0, LONGEST_SAYING))).replace(
    anyName,
    (_found, name: string) => `<${vocabulary.get(name) ?? name}>`,
  );

/** Name by name and never back, since a pattern of the whole list could be matched in two ways at each of its names. */
function readList(text: string): { readonly members: readonly MemberName[]; readonly rest: string } {
  const members: MemberName[] = [];
  let rest = text;
  for (let found = firstName.exec(rest); found !== null; found = nextName.exec(rest)) {
    members.push(...[vocabulary.get(found[1] ?? '')].flatMap((member) => member ?? []));
    rest = rest.slice(found[0].length);
  }
  return { members, rest };
}

/** Small letters without accents, one space between words, and one kind of apostrophe. */
const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u2018\u2019`]/g, "'")
    .replace(/[\s_/"\u201c\u201d-]+/g, ' ')
    .trim();

/** Whatever the message after it says. */
function longestStart(words: string): readonly MemberName[] {
  const begins = ([name]: (typeof names)[number]) => `${words} `.startsWith(`${name.replaceAll('_', ' ')} `);
  const [longest] = names.filter(begins).sort(([one], [other]) => other.length - one.length);
  return longest === undefined ? [] : [longest[1]];
}
