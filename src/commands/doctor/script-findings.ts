/** The script tags: whether each one runs, and whether it still will tomorrow. */
import { endpointAt, isMixedContent, originOf } from './addresses.ts';
import type { FileAnswer, PageFacts, ScriptFact } from './facts.ts';
import { type Finding, finding } from './finding.ts';
import { isRefusedByPolicy } from './policy-findings.ts';

export function scriptFindings(facts: PageFacts): readonly Finding[] {
  const findings = facts.scripts.flatMap((script) => oneScript(facts, script));
  return [...findings, ...twoVersions(facts), ...missingScript(facts)];
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

const scriptTypes =
  /^(|module|text\/javascript|application\/javascript|text\/ecmascript|application\/ecmascript)$/;

/** Consent managers give a script another type until the visitor agrees. */
function heldBack({ tag }: ScriptFact): Finding | null {
  const type = (tag.attributes['type'] ?? '').trim().toLowerCase();
  if (scriptTypes.test(type)) return null;
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

const strengths = ['sha512', 'sha384', 'sha256'];

/** As browsers read it: of several hashes those of the strongest kind count; what is no hash is ignored. */
function readIntegrity(
  text: string,
): { readonly algorithm: string; readonly digests: readonly string[] } | null {
  const hashes = [...text.matchAll(/(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+={0,2})/g)];
  const algorithm = strengths.find((name) => hashes.some((hash) => hash[1] === name));
  if (algorithm === undefined) return null;
  return { algorithm, digests: hashes.filter((hash) => hash[1] === algorithm).map((hash) => hash[2] ?? '') };
}

function integrityFindings(facts: PageFacts, script: ScriptFact): readonly Finding[] {
  const { tag, address, version, answer } = script;
  const integrity = readIntegrity(tag.attributes['integrity'] ?? '');
  if (integrity === null || answer.kind !== 'script') return [];
  const isForeign = originOf(address) !== originOf(facts.url);
  const found: Finding[] = [];
  if (isForeign && tag.attributes['crossorigin'] === undefined)
    found.push(
      finding('integrity_without_crossorigin', {
        where: tag,
        seen: `The script comes from ${originOf(address)}, another origin than the page.`,
        say: 'Add crossorigin to the script tag.',
        lines: ['crossorigin="anonymous"'],
      }),
    );
  if (!integrity.digests.includes(answer.digests[integrity.algorithm] ?? ''))
    found.push(mismatch(facts, script, answer.digests));
  else if (version === null) found.push(onEvergreen(facts, script));
  return found;
}

function mismatch(facts: PageFacts, script: ScriptFact, digests: Readonly<Record<string, string>>): Finding {
  const { tag, address, version } = script;
  const published = endpointAt(facts, originOf(address))?.published ?? null;
  const served = `sha384-${digests['sha384']}`;
  const listed = published?.files[new URL(address).pathname];
  const seen = `The script tag says ${tag.attributes['integrity']}, the script that is served has ${served}.`;
  if (version === null)
    return finding('integrity_mismatch', {
      where: tag,
      seen: `${seen} This address has no version, so its content changes with each release.`,
      say: 'Load the version that you have tested, with its own hash; or remove integrity to follow every release.',
      lines: pinned(facts, script),
    });
  if (listed !== undefined && listed !== served)
    return finding('integrity_mismatch', {
      where: tag,
      seen: `${seen} The list of the forms server says ${listed}: the script was changed on its way.`,
      say: 'Do not copy the new hash. Ask the operator of the forms server what changes the script: a content network that rewrites scripts, or an attack.',
    });
  return finding('integrity_mismatch', {
    where: tag,
    seen,
    say: `Copy the hash of this version from ${originOf(address)}/integrity.json.`,
    lines: [`integrity="${served}"`],
  });
}

function onEvergreen(facts: PageFacts, script: ScriptFact): Finding {
  return finding('integrity_on_evergreen', {
    where: script.tag,
    seen: `${script.address} has no version in it: its content changes with each release, and browsers will then block it.`,
    say: 'Load a version with its hash, or remove integrity.',
    lines: pinned(facts, script),
  });
}

/** The present version, as the forms server lists it. */
function pinned(facts: PageFacts, { address, file }: ScriptFact): readonly string[] {
  const origin = originOf(address);
  const published = endpointAt(facts, origin)?.published ?? null;
  const path = `/${published?.version}/${file}`;
  const hash = published?.files[path];
  return hash === undefined
    ? []
    : [`<script src="${origin}${path}" integrity="${hash}" crossorigin="anonymous" async></script>`];
}

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

/** A bundle of the page may register the element as well, which only a browser can tell. */
function missingScript({ examinedBy, isDefined, scripts, forms }: PageFacts): readonly Finding[] {
  const [form] = forms;
  const hasScript = scripts.some(({ file }) => file === 'apply-form.js');
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
