/** What the page's own security policy blocks, with the lines that the policy needs. */
import { originOf, withoutLink } from './addresses.ts';
import type { PageFacts, PolicyFact } from './facts.ts';
import { type Finding, finding } from './finding.ts';
import {
  allows,
  decidingDirective,
  isStrictDynamic,
  type Need,
  type NeedName,
  type Policy,
  parsePolicy,
} from './security-policy.ts';

export function policyFindings(facts: PageFacts): readonly Finding[] {
  const needs = needsOf(facts);
  return facts.policies.flatMap((fact) => {
    const policy = parsePolicy(fact.text);
    const page = new URL(facts.url);
    const missing = needs.filter((need) => !allows(policy, need, page));
    const all = [...missing, ...refusedNeeds(facts, fact, missing)];
    return all.length === 0 ? [] : [toFinding(fact, policy, all)];
  });
}

/** Whether the browser refuses one of our addresses, which needs no other explanation then. */
export const isRefusedByPolicy = (facts: PageFacts, need: Need): boolean =>
  facts.policies.some(({ text }) => !allows(parsePolicy(text), need, new URL(facts.url)));

/** Everything that a form loads from its first paint to the receipt; it needs no permission for styles. */
function needsOf({ scripts, forms, frames }: PageFacts): readonly Need[] {
  const connections = forms.flatMap(({ endpoint }) =>
    originOf(endpoint ?? '') === null ? [] : [`${endpoint}`],
  );
  return [
    ...scripts.flatMap(({ tag, address, loading, file }) => {
      const nonce = tag.attributes['nonce'];
      const first: Need = { directive: 'script-src', address, nonce };
      const isTrusted = loading === 'loaded';
      // Files that it loads on first interaction are in the same folder.
      const later: Need = { ...first, address: new URL('assets/', address).href, isTrusted };
      return [...(isTrusted ? [] : [first]), ...(file === 'apply-form.js' ? [later] : [])];
    }),
    ...connections.flatMap((endpoint) =>
      ['/sessions', '/api/v1/questions', '/files/1', '/submissions'].map(
        (path): Need => ({ directive: 'connect-src', address: endpoint + path }),
      ),
    ),
    ...frames
      .filter(({ address }) => originOf(address) !== null)
      .map(({ address }): Need => ({ directive: 'frame-src', address: withoutLink(address) })),
  ];
}

const families: readonly (readonly [string, NeedName])[] = [
  ['script-src', 'script-src'],
  ['connect-src', 'connect-src'],
  ['frame-src', 'frame-src'],
  ['child-src', 'frame-src'],
];

/** Refusals that the browser reported itself, in case we misread the policy. */
function refusedNeeds(facts: PageFacts, policy: PolicyFact, known: readonly Need[]): readonly Need[] {
  const ours = new Set([...facts.scripts, ...facts.frames].map(({ address }) => originOf(address)));
  for (const { endpoint } of facts.forms) ours.add(originOf(endpoint ?? ''));
  return facts.violations.flatMap(({ directive, blocked, policy: text }) => {
    const origin = originOf(blocked);
    const family = families.find(([prefix]) => directive.startsWith(prefix))?.[1];
    const isOurs = origin !== null && ours.has(origin) && text.trim() === policy.text.trim();
    const isKnown = known.some((need) => need.directive === family && originOf(need.address) === origin);
    return !isOurs || family === undefined || isKnown ? [] : [{ directive: family, address: blocked }];
  });
}

function toFinding({ meta }: PolicyFact, policy: Policy, needs: readonly Need[]): Finding {
  const names = [...new Set(needs.map(({ directive }) => directive))];
  const lists = names.map((name) => widen(policy, name, needs));
  const place = meta === null ? 'the Content-Security-Policy header' : 'the Content-Security-Policy meta tag';
  const seen = lists.map(({ present, refused }) => `"${present}" does not allow ${refused}`).join('; ');
  const nonce = lists.some(({ needsNonce }) => needsNonce);
  const lines = lists.filter(({ needsNonce }) => !needsNonce).map(({ line }) => line);
  const directives = `${lines.length === 1 ? 'this directive' : 'these directives'} read as follows; styles need nothing.`;
  return finding('policy', {
    where: meta,
    seen: `In ${place}, ${seen}.`,
    say: [
      ...(nonce ? ['Give the script tag the nonce that your page gives its other scripts.'] : []),
      ...(lines.length > 0 ? [`In ${place}, let ${directives}`] : []),
    ].join(' '),
    lines: [...(nonce ? [`<script nonce="…" src="${needs[0]?.address}" async></script>`] : []), ...lines],
  });
}

interface Widened {
  /** The directive that decides now, as it is in the policy. */
  readonly present: string;
  readonly refused: string;
  /** The directive as it should be. */
  readonly line: string;
  readonly needsNonce: boolean;
}

function widen(policy: Policy, name: NeedName, needs: readonly Need[]): Widened {
  const concerned = needs.filter(({ directive }) => directive === name);
  const origins = [...new Set(concerned.map(({ address }) => originOf(address) ?? address))];
  const decides = decidingDirective(policy, name) ?? name;
  const sources = policy.get(decides) ?? [];
  // A directive that falls back to `default-src` gets a line of its own, which keeps what was allowed so far.
  const written = decides === `${name}-elem` ? decides : name;
  const kept = sources.filter((source) => source.toLowerCase() !== "'none'");
  return {
    present: [decides, ...sources].join(' '),
    refused: concerned[0]?.address ?? '',
    line: `${[written, ...kept, ...origins.filter((origin) => !kept.includes(origin))].join(' ')};`,
    needsNonce: name === 'script-src' && isStrictDynamic(sources),
  };
}
