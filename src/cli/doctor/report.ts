/** The findings for people, and as JSON for scripts. */
import type { FormFact, FrameFact, PageFacts, Tag } from './facts.ts';
import type { Finding, Severity } from './finding.ts';

const titles: Readonly<Record<Severity, string>> = { problem: 'Problem', advice: 'Advice' };

export function reportLines(facts: PageFacts, findings: readonly Finding[]): readonly string[] {
  const note = facts.examinedBy === 'fetch' ? [withoutBrowser, ''] : [];
  return [...note, ...findings.flatMap(block), ...ownWords(facts, findings), summary(facts, findings)].map(
    withoutTokens,
  );
}

/** What the forms say in the console, unless a finding repeats it. */
function ownWords({ said }: PageFacts, findings: readonly Finding[]): readonly string[] {
  const repeated = findings.flatMap(({ fix }) => fix.lines);
  const lines = said.filter((line) => !repeated.includes(line));
  return lines.length === 0 ? [] : ['The form says in the console:', ...lines.map((line) => `  ${line}`), ''];
}

const withoutBrowser =
  'No browser could be used: this is what the source of the page and the servers tell. What scripts do on the page was not seen. It takes the package playwright (npm install playwright), and Chrome or Chromium, or one that you name: APPLY_BROWSER=/path/to/chrome';

function block({ name, severity, headline, where, seen, fix }: Finding): readonly string[] {
  return [
    `${titles[severity]}: ${headline} (${name})`,
    ...(where === null ? [] : [`  Where  ${describePlace(where)}`]),
    `  Seen   ${seen}`,
    `  Do     ${fix.say}`,
    ...fix.lines.map((line) => `           ${line}`),
    '',
  ];
}

/** Characters of a tag that are printed. */
const LONGEST = 140;

export function describePlace(tag: Tag): string {
  const place = tag.line === null ? 'put there by a script' : `line ${tag.line}`;
  return `${place}: ${describeTag(tag)}`;
}

function describeTag({ name, attributes, written = attributes }: Tag): string {
  const shown = Object.entries(written)
    .filter(([attribute]) => !/^(style|class|data-state|nonce)$/.test(attribute))
    .map(([attribute, value]) =>
      value === '' ? attribute : `${attribute}="${hideTokens(attribute, value)}"`,
    );
  const text = `<${[name, ...shown].join(' ')}>`;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A token opens a person's application, so it must not get into a terminal's history or a ticket. */
const hideTokens = (attribute: string, value: string): string =>
  /token/.test(attribute) ? '…' : withoutTokens(value.replace(/([#&?]token=)[^&]+/g, '$1…'));

/** The format of our server's tokens (JWE in five parts, RFC 7516), wherever in a text one occurs. */
const withoutTokens = (text: string): string => text.replace(/\beyJ[\w-]+(\.[\w-]*){4}/g, '…');

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

function summary(facts: PageFacts, findings: readonly Finding[]): string {
  const problems = findings.filter(({ severity }) => severity === 'problem').length;
  const advice = findings.length - problems;
  const besides = advice > 0 ? `, ${count(advice, 'piece of advice', 'pieces of advice')}` : '';
  if (problems > 0) return `${count(problems, 'problem', 'problems')}${besides}`;
  return `No problem found${besides}: ${describeForms(facts)}.`;
}

function describeForms({ forms, frames }: PageFacts): string {
  const all = [...forms, ...frames].map(formState);
  const [first] = all;
  if (all.length === 1 && first !== undefined) return `1 form, ${first}`;
  return `${all.length} forms (${all.join('; ')})`;
}

/** As it is in the browser, otherwise as its server reports. */
function stateOf({ live, probe }: FormFact | FrameFact): {
  readonly state: string;
  readonly questions: number | null;
} {
  const asked = probe?.kind === 'form' ? probe : null;
  return {
    state: live?.state ?? asked?.state ?? 'not seen',
    questions: live?.questions ?? asked?.questions ?? null,
  };
}

function formState(form: FormFact | FrameFact): string {
  const { state, questions } = stateOf(form);
  return questions === null ? state : `${state}, ${count(questions, 'question', 'questions')}`;
}

export function reportJson(facts: PageFacts, findings: readonly Finding[]): string {
  const { url, examinedBy, forms, frames } = facts;
  const document = {
    url,
    examinedBy,
    problems: findings.filter(({ severity }) => severity === 'problem').length,
    advice: findings.filter(({ severity }) => severity === 'advice').length,
    forms: [...forms, ...frames].map((form) => ({ where: describePlace(form.tag), ...stateOf(form) })),
    said: facts.said,
    findings: findings.map(({ where, ...rest }) => ({ ...rest, where: where && describePlace(where) })),
  };
  return withoutTokens(JSON.stringify(document, null, 2));
}
