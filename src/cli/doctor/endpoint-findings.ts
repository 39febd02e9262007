/** Whether an Apply Form server answers at the address that a form uses. */
import { endpointAt, isMixedContent, originOf } from './addresses.ts';
import type { EndpointFact, FormFact, PageFacts } from './facts.ts';
import { type Finding, finding } from './finding.ts';

export function endpointFinding(facts: PageFacts, form: FormFact): Finding | null {
  const { tag, endpoint, attributes } = form;
  if (endpoint === null) return noAddress(form);
  if (isMixedContent(facts, endpoint))
    return finding('mixed_content', {
      where: tag,
      seen: `The page is ${originOf(facts.url)}, the endpoint is ${endpoint}.`,
      say: 'Reach the forms server over https.',
      lines: [`endpoint="${endpoint.replace(/^http:/, 'https:')}"`],
    });
  const fact = endpointAt(facts, endpoint);
  const seen = describeEndpoint(fact) ?? describeMove(fact);
  if (seen === null) return null;
  return finding('wrong_endpoint', {
    where: tag,
    seen: `${endpoint} ${seen}.`,
    ...betterEndpoint(facts, fact, attributes),
  });
}

/** null: it is one of our servers. */
export function describeEndpoint(fact: EndpointFact | null): string | null {
  if (fact === null) return 'was not asked';
  const { health } = fact;
  if (health.kind === 'alive') return null;
  if (health.kind === 'none') return `does not answer: ${health.reason}`;
  return `answers, but is no Apply Form server: ${fact.address}/healthz answers ${health.status}`;
}

/** A browser follows no redirect of a CORS preflight request. */
const describeMove = (fact: EndpointFact | null): string | null =>
  fact?.movedTo ? `leads on to ${fact.movedTo}, where a browser does not follow` : null;

type Fix = { readonly say: string; readonly lines: readonly string[] };

function betterEndpoint(
  facts: PageFacts,
  fact: EndpointFact | null,
  attributes: FormFact['attributes'],
): Fix {
  if (fact?.movedTo)
    return { say: 'Write the address that it leads to.', lines: [`endpoint="${fact.movedTo}"`] };
  const root = endpointAt(facts, originOf(fact?.address ?? ''));
  if (root !== null && root !== fact && root.health.kind === 'alive')
    return {
      say: 'Leave out the path: the server answers without it.',
      lines: [`endpoint="${root.address}"`],
    };
  const alive = facts.endpoints.filter(({ health }) => health.kind === 'alive').map(({ address }) => address);
  const isOfScript = facts.scripts.some(({ address }) => alive.includes(originOf(address) ?? ''));
  if (isOfScript && attributes['endpoint'] !== undefined)
    return {
      say: 'Remove the attribute endpoint: the server that the script comes from answers.',
      lines: [],
    };
  return {
    say: 'Give the address of your forms server, without a path; its operator knows it.',
    lines: ['endpoint="https://forms.example.com"'],
  };
}

function noAddress({ tag, attributes }: FormFact): Finding {
  const written = attributes['endpoint'];
  const host = /^(?:\w+:\/*)?([\w-]+(?:\.[\w-]+)+(?::\d+)?)/.exec(written?.trim() ?? '')?.[1];
  return finding('wrong_endpoint', {
    where: tag,
    seen:
      written === undefined
        ? 'The form has no endpoint, and a script that is bundled, inline or a module cannot tell it.'
        : `endpoint="${written}" is no web address.`,
    say: 'Give the address of your forms server with its scheme; its operator knows it.',
    lines: [`endpoint="https://${host ?? 'forms.example.com'}"`],
  });
}

/** A form without its own endpoint uses that of its script, whose finding explains the problem. */
export function isToldOfScript(facts: PageFacts, form: FormFact): boolean {
  const { tag, endpoint, attributes } = form;
  if (attributes['endpoint'] !== undefined && tag.name === 'apply-form') return false;
  if (endpoint === null) return attributes['endpoint'] === undefined && !facts.isDefined;
  const own = facts.scripts.find(({ address }) => originOf(address) === endpoint);
  if (own === undefined) return false;
  return isMixedContent(facts, endpoint) || own.answer.kind === 'none';
}
