/**
 * Whether words demand what they name of every applicant for a job. An alternative ("a CV or a profile") or a condition
 * ("if no CV is given", "in the US") demands it of some alone, so it must not be asked of all.
 */

/** "or" between complaints about one thing, or between what it may be like. */
const manners: readonly RegExp[] = [
  / or (?:(?:is|are|be|was|were|must be) )?(?:invalid|blank|empty|missing|absent|null|nil|too|not|unreadable|malformed|wrong|unknown|incomplete|incorrect|cannot|can't|could)\b/g,
  / or (?:an? )?(?:pdf|docx?|word|odt|rtf|txt|text|image|jpe?g|png)\b/g,
  / or (?:more|less|fewer|longer|shorter|larger|smaller|later|earlier|older|younger|above|below)\b/g,
  / with or without\b/g,
];

/** The same under two names: "a postcode or zip code". */
const synonyms = /<(\w+)>,? or (?:(?:an?|the|your|their|its|valid) )*<\1>/g;

/** What is true of every application for the job, and what says where or how it is written. */
const always: readonly RegExp[] = [
  /\b(?:when|while|if) (?:you |applicants |candidates )?(?:(?:are )?(?:applying|submitting|sending|creating|making)|apply|submit|send|create|make)\b(?: (?:an?|the|this|your|new)\b)*(?: (?:applications?|form|job)\b)?/g,
  /\bfor (?:(?:this|that|the|your|our|all|every|each|any|an?|these|new) )*(?:jobs?|positions?|roles?|vacanc(?:y|ies)|postings?|posts?|applications?|applicants?|candidates?|forms?|company|employer|recruiters?|everyone|submission|consideration|contact)\b(?: \d+)?/g,
  /\bin (?:(?:this|the|your|our|an?|every|each|all|any|its|one) )*(?:applications?|forms?|requests?|body|order|addition|full|writing|total|data|payload|attributes|letters?|words|digits|numbers|english|past|future|correct|right|valid|accepted|supported|international|national|e[. ]?164|iso|pdf|plain)\b/g,
  /\bas (?:an? )?(?:pdf|docx?|word|text|file|attachment|document)\b/g,
  /\b(?:because|since|as) (?:this|the|our) (?:job|position|role|vacancy|employer|company|recruiter)\b/g,
  /\bfrom (?:(?:the|this|our) (?:list|options?|following)|you|all|every|each)\b/g,
  /\bwhere (?:we|you) (?:can|may|could)\b/g,
  /\b(?:(?:provide|supply) us with|for us to)\b/g,
];

const alternative = /\b(?:or|either|alternatively|otherwise|instead|(?<!\b(?:be|not) )(?:one|any) of)\b/;

const condition =
  /\b(?:if|unless|when|whenever|where|wherever|while|until|once|without|except|excluding|apart from|other than|depend(?:s|ing|ent)|conditional(?:ly)?|conditions?|subject to|(?:as|so) long as|provided that|(?<!by )providing|assuming|given that|because|since|as (?:an?|you|your|no|there|soon)|for|in|within|inside|outside|from|abroad|(?:under|over|aged) (?:the age|\d+)|only (?:of|by|to|at|on)|(?:required|needed|demanded) of (?!all|every|each|any|applicants|candidates|you|this)|(?:international|foreign|overseas|external|internal|non \w{1,20}|us|uk|eu|eea) (?:applicants?|candidates?|applications?|residents?|citizens?))\b|^should\b| with (?:(?:an?|the|your) )*</;

/** A sentence that says where to find help is no part of a demand. */
const help = /\b(?:contact|questions?|help|support|assistance|try again|come back)\b/;

/** @param words small letters, one space between them; a member of an application stands as `<member>` */
export function isPlainDemand(words: string): boolean {
  const [first = '', ...others] = words.split(/[.!;] /);
  return [first, ...others.filter((sentence) => !help.test(sentence))].every(isPlainSentence);
}

function isPlainSentence(sentence: string): boolean {
  const left = [synonyms, ...manners, ...always].reduce(
    (text, pattern) => text.replace(pattern, ' '),
    sentence,
  );
  return !alternative.test(left) && !condition.test(left);
}
