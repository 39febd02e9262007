/** The iframes: whether the form may be shown in them. */
import { endpointAt, isMixedContent, originOf, withoutLink } from './addresses.ts';
import { describeEndpoint } from './endpoint-findings.ts';
import { type FrameFact, isStanding, type PageFacts, type ScriptFact } from './facts.ts';
import { type Finding, finding } from './finding.ts';
import { type FrameAddress, readFrameAddress } from './own-tags.ts';
import { closedJob, refusalFinding } from './refusal-findings.ts';
import { matchesSource } from './security-policy.ts';
import { settingsOf } from './settings-of.ts';

export function frameFindings(facts: PageFacts): readonly Finding[] {
  return facts.frames.flatMap((frame) => {
    const cause = showingFinding(facts, frame);
    return [...(cause === null ? [] : [cause]), ...titleFinding(frame), ...helperFindings(facts, frame)];
  });
}

const example = 'https://forms.example.com/frame/default#job=4711';

function showingFinding(facts: PageFacts, frame: FrameFact): Finding | null {
  const { tag, address } = frame;
  if (frame.live === null && isMixedContent(facts, address))
    return finding('mixed_content', {
      where: tag,
      seen: `The page is ${originOf(facts.url)}, the iframe is ${withoutLink(address)}.`,
      say: 'Load the iframe over https.',
      lines: [`src="${withoutLink(address).replace(/^http:/, 'https:')}#…"`],
    });
  const read = readFrameAddress(address, true);
  if (read === null)
    return finding('wrong_endpoint', {
      where: tag,
      seen: address === '' ? 'The iframe has no src.' : `The src of the iframe is ${withoutLink(address)}.`,
      say: 'Give the iframe the address of the form.',
      lines: [`src="${example}"`],
    });
  const checks = [wrongServer, wrongPage, sandboxed, notAllowed, nothingToOpen, refusedForm];
  for (const check of checks) {
    const found = check(facts, frame, read);
    if (found !== null) return found;
  }
  return null;
}

type Check = (facts: PageFacts, frame: FrameFact, read: FrameAddress) => Finding | null;

const wrongServer: Check = (facts, { tag, live }, { origin }) => {
  if (isStanding(live)) return null;
  const answer = describeEndpoint(endpointAt(facts, origin));
  if (answer === null) return null;
  return finding('wrong_endpoint', {
    where: tag,
    seen: `${origin} ${answer}.`,
    say: 'Begin the src of the iframe with the address of your forms server; its operator knows it.',
    lines: [`src="${example}"`],
  });
};

const wrongPage: Check = (_facts, { tag, address, answer }, { origin, tenant, link }) => {
  const path = new URL(address).pathname;
  const right = `src="${origin}/frame/default#${shortLink(link)}"`;
  if (tenant === null)
    return finding('frame_refused', {
      where: tag,
      seen: `The src of the iframe is the page ${path}, which may not be framed by anybody.`,
      say: 'Use the page that is made for iframes.',
      lines: [right],
    });
  if (answer.kind !== 'page' || answer.status !== 404) return null;
  return finding('unknown_tenant', {
    where: tag,
    seen: `${origin}${path} answers 404.`,
    say: `Ask the operator of the forms server for the name of your tenant; a server with a single one calls it "default".`,
    lines: [right],
  });
};

/** Tokens must not appear on screens or in logs. */
function shortLink(link: URLSearchParams): string {
  const name = ['job', 'posting'].find((each) => link.get(each));
  return name === undefined ? 'token=…' : `${name}=${link.get(name)}`;
}

const needed = ['allow-scripts', 'allow-same-origin', 'allow-forms'];

const sandboxed: Check = (_facts, { tag }) => {
  const { sandbox } = tag.attributes;
  if (sandbox === undefined) return null;
  const given = sandbox.toLowerCase().split(/\s+/).filter(Boolean);
  const missing = needed.filter((name) => !given.includes(name));
  if (missing.length === 0) return null;
  return finding('frame_sandboxed', {
    where: tag,
    seen: `The sandbox attribute lacks ${missing.join(', ')}.`,
    say: 'Remove the attribute sandbox, or let it read as follows.',
    lines: [`sandbox="${[...given, ...missing].join(' ')}"`],
  });
};

const notAllowed: Check = (facts, frame, { origin }) => {
  const { tag, answer, showing } = frame;
  if (answer.kind !== 'page') return null;
  const page = new URL(facts.url);
  const server = new URL(origin);
  if (answer.ancestors.some((sources) => !sources.some((source) => matchesSource(source, page, server))))
    return finding('frame_refused', {
      where: tag,
      seen: `${origin} answers with frame-ancestors ${answer.ancestors.flat().join(' ')}, which is not ${page.origin}.`,
      say: 'Ask the operator of the forms server to add this origin to APPLY_ORIGINS (after a comma where there is one already), then to start it again.',
      lines: [`APPLY_ORIGINS=${page.origin}`],
    });
  // A browser reads it only if no policy states who may frame the page.
  if (answer.frameOptions !== null && answer.ancestors.length === 0)
    return finding('frame_refused', {
      where: tag,
      seen: `${origin} answers with X-Frame-Options: ${answer.frameOptions} and without the policy of the form.`,
      say: 'Ask the operator of the forms server to let its own headers through: a gateway in front of it replaces them.',
    });
  if (showing !== 'refused' || facts.policies.length > 0) return null;
  return finding('frame_refused', {
    where: tag,
    seen: 'The browser shows its own error page in the iframe, although the address answers.',
    say: 'Look into the console of your browser for this address: an embedder policy (COEP) of your page or a filter in the network keeps it out.',
  });
};

const nothingToOpen: Check = (_facts, { tag }, { origin, tenant, link, query }) => {
  const names = ['token', 'job', 'posting'];
  if (names.some((name) => link.get(name))) return null;
  const isBehindQuestionMark = names.some((name) => query.has(name));
  return finding('no_token_or_job', {
    where: tag,
    seen: isBehindQuestionMark
      ? 'The src of the iframe has its token or job behind ?, where the form does not look and every log does.'
      : 'The src of the iframe has neither job nor token behind #.',
    say: 'Write the id of a public job, or the token that your back end has asked for, behind #.',
    lines: [
      `src="${origin}/frame/${tenant}#${shortLink(isBehindQuestionMark ? query : new URLSearchParams('job=4711'))}"`,
    ],
  });
};

const refusedForm: Check = (_facts, { tag, live, probe }, { origin, tenant, link }) => {
  const { job, posting, token } = settingsOf(Object.fromEntries(link), null);
  const form = { where: tag, endpoint: origin, origin, job, posting, token, tenant: tenant ?? 'default' };
  if (live?.state === 'closed') return closedJob(form);
  return probe === null ? null : refusalFinding(form, probe);
};

function titleFinding({ tag }: FrameFact): readonly Finding[] {
  const naming = ['title', 'aria-label', 'aria-labelledby'];
  if (naming.some((name) => (tag.attributes[name] ?? '').trim() !== '')) return [];
  return [
    finding('missing_title', {
      where: tag,
      seen: 'The iframe has no title, or an empty one.',
      say: 'Say in the language of the page what is in it.',
      lines: ['title="Application form"'],
    }),
  ];
}

function helperFindings(facts: PageFacts, { tag, address }: FrameFact): readonly Finding[] {
  const helper = facts.scripts.find(({ file }) => file === 'frame.js');
  const isMarked = 'data-apply-frame' in tag.attributes;
  if (helper !== undefined && isMarked) return [];
  return [helper === undefined ? withoutHelper(tag, originOf(address), isMarked) : notMarked(tag, helper)];
}

const withoutHelper = (where: FrameFact['tag'], origin: string | null, isMarked: boolean): Finding =>
  finding('frame_without_helper', {
    where,
    seen: 'The page does not load frame.js: the iframe keeps its height, scrolls inside, and tells the page nothing.',
    say: isMarked
      ? 'Add the helper to the page; the iframe is marked for it already.'
      : 'Add the helper to the page, and mark the iframe for it.',
    lines: [
      `<script src="${origin ?? 'https://forms.example.com'}/frame.js" async></script>`,
      ...(isMarked ? [] : ['<iframe data-apply-frame …>']),
    ],
  });

const notMarked = (where: FrameFact['tag'], helper: ScriptFact): Finding =>
  finding('frame_not_marked', {
    where,
    seen: `${helper.address} is loaded, but the iframe has no data-apply-frame.`,
    say: 'Mark the iframe, so that it gets the height of the form.',
    lines: ['<iframe data-apply-frame …>'],
  });
