/** The closed list of findings. A name never changes, since other people's scripts read it from `--json`. */
import type { Tag } from './facts.ts';

export type Severity = 'problem' | 'advice';

/** In the order of the report: causes before their effects, what an applicant notices before the rest. */
const kinds = {
  no_form: ['problem', 'There is no application form on this page'],
  mixed_content: ['problem', 'The page is https, but it asks for the form over http: browsers block that'],
  policy: ['problem', 'The security policy of the page blocks the form'],
  script_missing: ['problem', 'No script brings the form to life'],
  script_not_found: ['problem', 'The address of the script leads to no script'],
  script_blocked: ['problem', 'The script is held back'],
  integrity_without_crossorigin: [
    'problem',
    'The script has integrity but no crossorigin: browsers block it',
  ],
  integrity_mismatch: ['problem', 'The integrity hash is not the one of the script: browsers block it'],
  two_versions: ['problem', 'Two different copies of the script are on the page: only one of them runs'],
  not_closed: ['problem', 'The tag of the form has no end, so the page after it is taken for its content'],
  no_token_or_job: ['problem', 'The form is not told which job or application it is for'],
  wrong_endpoint: ['problem', 'No Apply Form server answers at the address that the form uses'],
  origin_not_allowed: ['problem', 'The forms server does not accept forms on this site'],
  frame_refused: ['problem', 'The forms server does not let this page show it in an iframe'],
  frame_sandboxed: ['problem', 'The sandbox attribute of the iframe stops the form'],
  unknown_tenant: ['problem', 'The forms server has no tenant of this name'],
  job_not_found: ['problem', 'The job does not exist, or visitors may not see it'],
  job_not_public: ['problem', 'The job is not open to visitors who come without a token'],
  job_closed: ['problem', 'The job is closed'],
  token_expired: ['problem', 'The token has expired'],
  token_invalid: ['problem', 'The forms server does not accept the token'],
  service_unavailable: ['problem', 'The recruitment service behind the form does not answer'],
  form_failed: ['problem', 'The form cannot be shown'],
  form_not_ready: ['problem', 'The form did not become ready'],
  clock: ['problem', 'The clocks of the forms server and of this machine differ'],
  missing_title: ['problem', 'The iframe has no title, so screen readers cannot say what it is'],
  missing_fallback: ['advice', 'Where the form cannot be shown, applicants see nothing to turn to'],
  integrity_on_evergreen: ['advice', 'The next release will break the integrity hash'],
  unknown_attribute: ['advice', 'An attribute has no effect'],
  unknown_value: ['advice', 'The value of an attribute has no effect'],
  language_without_words: ['advice', 'The form does not speak this language and falls back to English'],
  frame_without_helper: ['advice', 'The iframe cannot grow with the form'],
  frame_not_marked: ['advice', 'The helper frame.js leaves this iframe alone'],
  missing_viewport: ['advice', 'The page has no viewport meta tag: on phones everything is tiny'],
} as const satisfies Readonly<Record<string, readonly [Severity, string]>>;

export type FindingName = keyof typeof kinds;

const isName = (name: string): name is FindingName => Object.hasOwn(kinds, name);

const findingNames: readonly FindingName[] = Object.keys(kinds).filter(isName);

export interface Fix {
  /** One sentence: what to do. */
  readonly say: string;
  /** Lines to copy. */
  readonly lines: readonly string[];
}

export interface Finding {
  readonly name: FindingName;
  readonly severity: Severity;
  /** The general problem. */
  readonly headline: string;
  /** null: it concerns the page as a whole. */
  readonly where: Tag | null;
  /** What was observed on this page. */
  readonly seen: string;
  readonly fix: Fix;
}

export interface Details {
  readonly where?: Tag | null;
  readonly seen: string;
  readonly say: string;
  readonly lines?: readonly string[];
}

/** @param say what to do, in one sentence; text to copy is in `lines` */
export function finding(name: FindingName, details: Details): Finding {
  const { where = null, seen, say, lines = [] } = details;
  const [severity, headline] = kinds[name];
  return { name, severity, headline, where, seen, fix: { say, lines } };
}

export const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findingNames.flatMap((name) => findings.filter((each) => each.name === name));
