/** Elements and forms made by script tags: whether each one can be opened, and if not, why. */
import { misspeltNames } from './attribute-findings.ts';
import { endpointFinding, isToldOfScript } from './endpoint-findings.ts';
import { type FormFact, isStanding, type PageFacts } from './facts.ts';
import { type Finding, finding } from './finding.ts';
import { closedJob, type RefusedForm, refusalFinding } from './refusal-findings.ts';
import { settingsOf } from './settings-of.ts';

export function formFindings(facts: PageFacts): readonly Finding[] {
  return facts.forms.flatMap((form) => {
    const cause = accessFinding(facts, form);
    return [...(cause === null ? [] : [cause]), ...fallbackFinding(facts, form)];
  });
}

function accessFinding(facts: PageFacts, form: FormFact): Finding | null {
  const settings = settingsOf(form.attributes, form.endpoint);
  const { mode, token, job } = settings;
  // A bundle of the page may set an endpoint that no tag names.
  if (mode === 'preview' || isStanding(form.live)) return null;
  if (token === null && job === null) return nothingToOpen(form);
  if (isToldOfScript(facts, form)) return null;
  const wrong = endpointFinding(facts, form);
  if (wrong !== null || form.endpoint === null) return wrong;
  return refusal(facts, form, { ...settings, where: form.tag, endpoint: form.endpoint });
}

const nothingToOpen = ({ tag }: FormFact): Finding =>
  finding('no_token_or_job', {
    where: tag,
    seen: `The form has neither job nor token, or they are empty.${describeSlip(tag)}`,
    say: 'Give the id of a public job or of a posting, or the token that your back end has asked for.',
    lines:
      tag.name === 'script'
        ? ['data-apply-job="4711"', 'data-apply-token="…"']
        : ['<apply-form job="4711">', '<apply-form token="…">'],
  });

/** A misspelt name is the likely reason, and has a finding of its own. */
function describeSlip(tag: FormFact['tag']): string {
  const [slip] = tag.name === 'script' ? misspeltNames(tag) : [];
  return slip === undefined ? '' : ` The script does not know ${slip.name}: ${slip.better} is its name.`;
}

function refusal(
  facts: PageFacts,
  { live, probe }: FormFact,
  form: Omit<RefusedForm, 'origin'>,
): Finding | null {
  const refused = { ...form, origin: new URL(facts.url).origin };
  if (live?.state === 'closed') return closedJob(refused);
  return probe === null ? null : refusalFinding(refused, probe);
}

/** `<noscript>` is the only fallback that a script tag can have. */
function fallbackFinding({ hasNoscript }: PageFacts, { tag }: FormFact): readonly Finding[] {
  const isElement = tag.name === 'apply-form';
  if (isElement ? tag.hasContent : hasNoscript) return [];
  const link = '<a href="https://careers.example.com/jobs/4711/apply">Apply on our careers page</a>';
  return [
    finding('missing_fallback', {
      where: tag,
      seen: isElement
        ? 'The element is empty: without JavaScript, or when the form cannot be opened, there is nothing in its place.'
        : 'The page has no <noscript>: without JavaScript there is nothing in the place of the form.',
      say: isElement
        ? 'Put another way to apply between its tags; it is shown only when the form is not.'
        : 'Put another way to apply into a <noscript> after the script.',
      lines: [isElement ? link : `<noscript>${link}</noscript>`],
    }),
  ];
}
