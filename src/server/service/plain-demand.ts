/**
 * Whether words demand what they name of every applicant for a job. Only sentences that are known here do: behind any
 * other word an alternative ("else a profile") or a condition ("US only") may stand, and what is demanded of some must
 * not be asked of all.
 */

const ARTICLE = '(?:(?:an?|the|your|their|its|valid|at least one|one or more|some|one) )*';
const KIND = '(?: (?:number|address|code|name|file|document|profile|answers?|field))?';
const NAME = `${ARTICLE}<\\w+>${KIND}`;
const LIST = `${NAME}(?:(?:,? and|,) ${NAME})*`;
const OWNER = "(?:(?:the |an? |your |this )?(?:applicants?|candidates?)(?:'s)? )?";

const GIVEN =
  '(?:given|provided|present|set|entered|added|uploaded|attached|supplied|included|specified|selected|filled(?: in)?)';
const LACKING =
  '(?:required|needed|mandatory|missing|absent|blank|empty|null|nil|invalid|malformed|unreadable|too short)';
const IS = '(?:(?:is|are|was|were|has been|have been) )?(?:(?:also|still|always) )?';
const MUST = '(?:must|should|has to|have to|needs? to)(?: also)?';
const COMPLAINT = [
  `${IS}an? (?:required|mandatory) (?:field|attribute|parameter|value|property)`,
  `${IS}(?:${LACKING}|not (?:${GIVEN}|valid))(?: or (?:is |are )?(?:${LACKING}|could not be read))?`,
  `${MUST} (?:exist|be ${GIVEN}|not be ${LACKING}|have (?:an? )?value)`,
  `(?:can't|cannot|can not|may not) be (?:left )?${LACKING}`,
].join('|');

const JOB = '(?:job|position|role|vacancy|company|employer)';
const ALL = '(?:this|the|our|every|each|all|any|an?)';
/** What is true of every application for the job. */
const ALWAYS = [
  `(?:to|when|before|if|in order to|when you|before you|if you) (?:apply|applying|submit|submitting|send|sending|creat(?:e|ing))(?: (?:an?|the|this|your) (?:application|form))?`,
  `(?:for|by|in|of|with|on|from|to) (?:${ALL}|your) (?:${JOB}|applications?|applicants?|candidates?|form|request)`,
  'in addition',
  'as an? (?:pdf|file|attachment|document)',
  'by law',
].join('|');

const CONDITION = 'if|only|unless|when|where|without|except';

const CLAUSES = [
  `${OWNER}(?:${LIST} )?(?:${COMPLAINT})`,
  `(?:please )?(?:(?:you|applicants?|candidates?) (?:must|need to|have to|should) )?(?:provide|enter|add|upload|attach|include|specify|give|supply|fill in|select|choose|submit) (?:us )?(?:with )?${LIST}`,
  `(?:${ALL} )?(?:${JOB}|applications?|applicants?|candidates?|form)(?: (?:for|to) ${ALL} ${JOB})? (?:requires?|needs?|demands?|lacks?|must (?:have|include|contain)|(?:is|are) missing) ${LIST}`,
  `(?:missing|required|invalid|blank)(?: required)?(?: (?:attributes?|fields?|parameters?|params?|values?|details?))?:? ${LIST}`,
  // With more behind it, it may be a condition.
  `no ${LIST} (?:(?:is|was|were|has been) )?${GIVEN}(?=$|[.!])`,
  // What a title or a code says of any fault.
  '(?:missing|required|invalid|bad|unprocessable|validation)(?: required)? (?:attribute|field|parameter|value|input|entity|content|error|failed)s?',
  // Where to find help is no part of a demand.
  `(?:if you (?:have|need) (?:any )?(?:questions?|problems?|trouble|help|assistance|support)|for (?:any )?(?:help|questions?)|(?:please )?(?:contact|try again))(?: (?!(?:${CONDITION})\\b)[^\\s.!;,:<]+)*`,
].join('|');

const clause = new RegExp(`^(?:${CLAUSES})(?: (?:${ALWAYS}))*(?=$|[.!;,]| and )`);
const between = /^(?:[.!;]|,? and\b|,)*\s*/;

/** The same under two names: "a postcode or zip code". */
const synonyms = new RegExp(`<(\\w+)>${KIND},? or ${ARTICLE}<\\1>`, 'g');

/** @param words small letters, one space between them; a member of an application stands as `<member>` */
export function isPlainDemand(words: string): boolean {
  let rest = words.replace(synonyms, '<$1>');
  while (rest !== '') {
    const found = clause.exec(rest)?.[0];
    if (found === undefined) return false;
    rest = rest.slice(found.length).replace(between, '');
  }
  return true;
}
