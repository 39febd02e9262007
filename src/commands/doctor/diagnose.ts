/** From what was seen to what is wrong. Pure: the same facts, the same findings. */
import { attributeFindings } from './attribute-findings.ts';
import type { FormFact, FrameFact, LiveForm, PageFacts } from './facts.ts';
import { type Finding, finding, inOrder } from './finding.ts';
import { formFindings } from './form-findings.ts';
import { frameFindings } from './frame-findings.ts';
import { isStanding } from './live-form.ts';
import { pageFindings } from './page-findings.ts';
import { policyFindings } from './policy-findings.ts';
import { scriptFindings } from './script-findings.ts';

export function diagnose(facts: PageFacts): readonly Finding[] {
  const found = [
    ...policyFindings(facts),
    ...scriptFindings(facts),
    ...formFindings(facts),
    ...frameFindings(facts),
    ...attributeFindings(facts),
    ...pageFindings(facts),
  ];
  return inOrder(once([...found, ...unexplained(facts, found)]));
}

/** What a server says of ten forms is said once. */
function once(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ name, seen }, index) => {
    const first = findings.findIndex((each) => each.name === name && each.seen === seen);
    return first === index || !isOfServer(name);
  });
}

const isOfServer = (name: Finding['name']): boolean =>
  ['origin_not_allowed', 'wrong_endpoint', 'service_unavailable', 'clock'].includes(name);

/** A form that does not stand there is never passed over, even where no reason was found. */
function unexplained(facts: PageFacts, found: readonly Finding[]): readonly Finding[] {
  if (facts.examinedBy === 'fetch' || found.some(({ severity }) => severity === 'problem')) return [];
  return [...facts.forms, ...facts.frames].flatMap((form) => {
    const words = describeFailure(form);
    return words === null ? [] : [words];
  });
}

function describeFailure({ tag, live }: FormFact | FrameFact): Finding | null {
  if (isStanding(live)) return null;
  if (live?.state === 'error')
    return finding('form_failed', {
      where: tag,
      seen: `The form says ${codesOf(live)}, although its server would open it.`,
      say: 'Look into the console of your browser: the form says there what to do.',
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
