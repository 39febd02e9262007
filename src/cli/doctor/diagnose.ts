/** Derives the findings from the facts. Pure: the same facts give the same findings. */
import { attributeFindings } from './attribute-findings.ts';
import { type FormFact, type FrameFact, isStanding, type LiveForm, type PageFacts } from './facts.ts';
import { type Finding, type FindingName, finding, inOrder } from './finding.ts';
import { formFindings } from './form-findings.ts';
import { frameFindings } from './frame-findings.ts';
import { closingFindings, pageFindings } from './page-findings.ts';
import { policyFindings } from './policy-findings.ts';
import { scriptFindings } from './script-findings.ts';

export function diagnose(facts: PageFacts): readonly Finding[] {
  const found = [
    ...policyFindings(facts),
    ...scriptFindings(facts),
    ...closingFindings(facts),
    ...formFindings(facts),
    ...frameFindings(facts),
    ...attributeFindings(facts),
    ...pageFindings(facts),
  ];
  return inOrder(once([...found, ...unexplained(facts, found)]));
}

/** A server's finding that concerns ten forms is reported once. */
function once(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ name, seen }, index) => {
    const first = findings.findIndex((each) => each.name === name && each.seen === seen);
    return first === index || !isOfServer(name);
  });
}

const isOfServer = (name: Finding['name']): boolean =>
  ['origin_not_allowed', 'wrong_endpoint', 'service_unavailable', 'clock'].includes(name);

/** A form that does not work is always reported, even if no reason was found. */
function unexplained(facts: PageFacts, found: readonly Finding[]): readonly Finding[] {
  if (facts.examinedBy === 'fetch') return [];
  return [...facts.forms, ...facts.frames].flatMap((form) => {
    const isExplained = found.some((each) => explains(each, form));
    const failure = isExplained ? null : describeFailure(facts, form);
    return failure === null ? [] : [failure];
  });
}

const besides: readonly FindingName[] = ['clock', 'missing_title', 'not_closed', 'two_versions'];

/** A fault of a script or of the page explains every form; a fault of a form only that one. */
const explains = ({ name, severity, where }: Finding, { tag }: FormFact | FrameFact): boolean =>
  severity === 'problem' && !besides.includes(name) && (isOfPage(name) || where === tag);

const isOfPage = (name: FindingName): boolean =>
  /^(policy|script_|integrity_|mixed_)/.test(name) || isOfServer(name);

function describeFailure({ said }: PageFacts, { tag, live }: FormFact | FrameFact): Finding | null {
  if (isStanding(live)) return null;
  if (live?.state === 'error')
    return finding('form_failed', {
      where: tag,
      seen: `The form says ${codesOf(live)}, although its server would open it for this page.`,
      say:
        said.length > 0
          ? 'Do what the form itself says in the console.'
          : 'Look into the console of your browser: an extension, a service worker or a filter in the network may keep the form from its server.',
      lines: said,
    });
  return finding('form_not_ready', {
    where: tag,
    seen:
      live?.state === 'loading'
        ? 'The form was still loading when the time was over.'
        : 'The element never came to life, and nothing else is wrong.',
    say: 'Run the doctor again with --wait 60; if it stays so, look into the console of your browser for what your page does with it.',
  });
}

const codesOf = ({ codes }: LiveForm): string => (codes.length === 0 ? 'that it failed' : codes.join(', '));
