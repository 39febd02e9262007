/** The script tags: whether each one runs. */
import { endpointAt, isMixedContent, originOf } from './addresses.ts';
import type { FileAnswer, PageFacts, ScriptFact } from './facts.ts';
import { type Finding, finding } from './finding.ts';
import { integrityFindings } from './integrity-findings.ts';
import { isScriptType, readScriptAddress } from './own-tags.ts';
import { isRefusedByPolicy } from './policy-findings.ts';

export function scriptFindings(facts: PageFacts): readonly Finding[] {
  const findings = facts.scripts.flatMap((script) => oneScript(facts, script));
  const misspelt = facts.misspelt.flatMap((script) => misspeltScript(facts, script));
  return [...findings, ...misspelt, ...twoVersions(facts), ...missingScript(facts)];
}

function oneScript(facts: PageFacts, script: ScriptFact): readonly Finding[] {
  const { tag, address } = script;
  if (script.loading !== 'loaded' && isMixedContent(facts, address)) {
    const secure = address.replace(/^http:/, 'https:');
    return [
      finding('mixed_content', {
        where: tag,
        seen: `The page is ${originOf(facts.url)}, the script is ${address}.`,
        say: 'Load the script over https.',
        lines: [`src="${secure}"`],
      }),
    ];
  }
  const held = heldBack(script);
  if (held !== null) return [held];
  const found = [...notFound(facts, script), ...integrityFindings(facts, script)];
  if (found.length > 0 || script.loading !== 'failed') return found;
  const nonce = tag.attributes['nonce'];
  return isRefusedByPolicy(facts, { directive: 'script-src', address, nonce })
    ? []
    : [refusedByBrowser(script)];
}

/** Consent managers change the type of a script until the visitor agrees. */
function heldBack({ tag }: ScriptFact): Finding | null {
  const type = (tag.attributes['type'] ?? '').trim().toLowerCase();
  if (isScriptType(type)) return null;
  return finding('script_blocked', {
    where: tag,
    seen: `The script tag has type="${type}": browsers do not run it. Consent managers write that.`,
    say: 'Remove the type, or tell your consent manager that this script is necessary: it sets no cookie and loads nothing from third parties.',
  });
}

function notFound(facts: PageFacts, script: ScriptFact): readonly Finding[] {
  const { answer, address, tag, file, loading } = script;
  if (answer.kind === 'script' || loading === 'loaded') return [];
  const origin = originOf(address);
  const isAlive = endpointAt(facts, origin)?.health.kind === 'alive';
  return [
    finding('script_not_found', {
      where: tag,
      seen: `${address} ${describe(answer)}.`,
      say: isAlive
        ? 'The server is the right one: leave out the path.'
        : `Put the address of your forms server before /${file}; its operator knows it.`,
      lines: [`src="${isAlive ? origin : 'https://forms.example.com'}/${file}"`],
    }),
  ];
}

/** Keeps the folder of a release. */
function misspeltScript(facts: PageFacts, { tag, address, answer }: ScriptFact): readonly Finding[] {
  if (answer.kind === 'script') return [];
  const origin = originOf(address);
  const isAlive = endpointAt(facts, origin)?.health.kind === 'alive';
  const right = new URL('apply-form.js', address);
  const path = readScriptAddress(right.href)?.version ? right.pathname : '/apply-form.js';
  return [
    finding('script_not_found', {
      where: tag,
      seen: `${address} ${describe(answer)}. The script of the form is called apply-form.js.`,
      say: isAlive
        ? 'The server is the right one: write the name of the file as below.'
        : 'Write the name of the file as below, behind the address of your forms server; its operator knows it.',
      lines: [`src="${isAlive ? origin : 'https://forms.example.com'}${path}"`],
    }),
  ];
}

function describe(answer: Exclude<FileAnswer, { kind: 'script' }>): string {
  if (answer.kind === 'none') return `does not answer: ${answer.reason}`;
  if (answer.status >= 400) return `answers ${answer.status}`;
  return `is no script: it comes as ${answer.type || 'something without a type'}`;
}

const refusedByBrowser = ({ tag, address }: ScriptFact): Finding =>
  finding('script_blocked', {
    where: tag,
    seen: `${address} answers, but the browser did not run it, and neither policy nor integrity is the reason.`,
    say: 'Look into the console of your browser for this address: an embedder policy (COEP), a service worker or a filter in the network keeps it out.',
  });

function twoVersions(facts: PageFacts): readonly Finding[] {
  const { scripts } = facts;
  const copies = scripts.filter(({ file, answer }) => file === 'apply-form.js' && answer.kind === 'script');
  const [first] = copies;
  const other = copies.find(
    ({ answer }) => first !== undefined && contentOf(answer) !== contentOf(first.answer),
  );
  if (first === undefined || other === undefined) return [];
  const isOurs = ({ address }: ScriptFact) => endpointAt(facts, originOf(address))?.health.kind === 'alive';
  const stranger = [first, other].find((each) => !isOurs(each)) ?? null;
  return [
    finding('two_versions', {
      where: other.tag,
      seen: `${first.address} and ${other.address} are both loaded; the one that arrives first runs all forms.`,
      say:
        stranger === null
          ? 'Keep one of the two script tags.'
          : 'Remove the copy that does not come from your forms server.',
      lines: stranger === null ? [] : [`<script src="${stranger.address}">`],
    }),
  ];
}

const contentOf = (answer: FileAnswer): string =>
  answer.kind === 'script' ? (answer.digests['sha256'] ?? '') : '';

/** A bundle of the page may also register the element, which only a browser can show. */
function missingScript({ examinedBy, isDefined, scripts, misspelt, forms }: PageFacts): readonly Finding[] {
  const [form] = forms;
  const hasScript = misspelt.length > 0 || scripts.some(({ file }) => file === 'apply-form.js');
  if (examinedBy === 'fetch' || isDefined || hasScript || form === undefined) return [];
  return [
    finding('script_missing', {
      where: form.tag,
      seen: 'There is an <apply-form> element, but no script on the page registers it.',
      say: 'Add the script of your forms server once, anywhere on the page.',
      lines: [`<script src="${form.endpoint ?? 'https://forms.example.com'}/apply-form.js" async></script>`],
    }),
  ];
}
