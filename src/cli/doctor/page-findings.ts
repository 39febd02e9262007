/** Findings about the page as a whole, and about its servers. */

import { misspeltNames } from './attribute-findings.ts';
import type { EndpointFact, PageFacts, Tag } from './facts.ts';
import { type Finding, finding } from './finding.ts';

export function pageFindings(facts: PageFacts): readonly Finding[] {
  const { forms, frames, hasViewport, endpoints } = facts;
  // A script that is not found would have made a form.
  if (forms.length === 0 && frames.length === 0) return facts.misspelt.length > 0 ? [] : [noForm(facts)];
  return [...endpoints.flatMap(clockFinding), ...(hasViewport ? [] : [missingViewport])];
}

function noForm({ scripts, examinedBy, url }: PageFacts): Finding {
  const [script] = scripts;
  const address = script?.address ?? 'https://forms.example.com/apply-form.js';
  const [slip] = script === undefined ? [] : misspeltNames(script.tag);
  const unseen =
    examinedBy === 'fetch' ? ' Without a browser, what scripts add to the page was not seen.' : '';
  if (script !== undefined && slip !== undefined)
    return finding('no_form', {
      where: script.tag,
      seen: `The script is there, but it does not know ${slip.name}.${unseen}`,
      say: `Write ${slip.better} instead.`,
      lines: [],
    });
  return finding('no_form', {
    where: script?.tag ?? null,
    seen:
      script === undefined
        ? `${url} has no <apply-form>, no script apply-form.js and no iframe of the form.${unseen}`
        : `The script is there, but no <apply-form> and no data-apply-job or data-apply-token.${unseen}`,
    say: 'Add one line where the form should stand.',
    lines: [`<script src="${address}" async data-apply-job="4711"></script>`],
  });
}

/** Seconds that two clocks may differ: network delays and whole-second headers account for some. */
const TOLERANCE = 60;

function clockFinding({ address, health, secondsAhead }: EndpointFact): readonly Finding[] {
  if (health.kind !== 'alive' || secondsAhead === null || Math.abs(secondsAhead) <= TOLERANCE) return [];
  const side = secondsAhead > 0 ? 'ahead of' : 'behind';
  return [
    finding('clock', {
      seen: `The clock of ${address} is ${duration(Math.abs(secondsAhead))} ${side} the one of this machine.`,
      say: 'Let both follow a time server; where the server is wrong, tokens end too early or too late.',
      lines: ['timedatectl set-ntp true'],
    }),
  ];
}

function duration(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ] as const;
  for (const [size, unit] of units) {
    const count = Math.round(seconds / size);
    if (seconds >= size) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return `${seconds} seconds`;
}

const missingViewport = finding('missing_viewport', {
  seen: 'The head of the page has no <meta name="viewport">.',
  say: 'Add it to the head of the page.',
  lines: ['<meta name="viewport" content="width=device-width, initial-scale=1">'],
});

/** Form tags without an end tag: the rest of the page becomes their content. That does no harm when nothing follows. */
export const closingFindings = ({ forms, frames }: PageFacts): readonly Finding[] =>
  [...forms, ...frames].flatMap(({ tag }) =>
    tag.isUnclosed && tag.hasContent && tag.name !== 'script' ? [notClosed(tag)] : [],
  );

function notClosed(where: Tag): Finding {
  const { fate, say } = where.name === 'iframe' ? ofFrame : ofElement;
  return finding('not_closed', {
    where,
    seen: `There is no </${where.name}>, and HTML knows no <${where.name} />: ${fate}`,
    say,
    lines: [`<${where.name} …></${where.name}>`],
  });
}

const ofElement = {
  fate: 'all that follows, up to the end of what the tag stands in, is inside it. Visitors see that only when the form cannot be shown.',
  say: 'Write the end tag, right after the tag or after the other way to apply that stands inside.',
};

const ofFrame = {
  fate: 'the rest of the page is inside it, and no browser shows that.',
  say: 'Write the end tag right after the tag.',
};
