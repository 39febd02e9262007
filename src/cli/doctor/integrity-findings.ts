/** The `integrity` of a script tag: whether it matches the served file, and whether it still will after an update. */
import { endpointAt, originOf } from './addresses.ts';
import type { PageFacts, ScriptFact } from './facts.ts';
import { type Finding, finding } from './finding.ts';

const strengths = ['sha512', 'sha384', 'sha256'];

/** As browsers read it: only hashes of the strongest algorithm count; anything that is not a hash is ignored. */
function readIntegrity(
  text: string,
): { readonly algorithm: string; readonly digests: readonly string[] } | null {
  const hashes = [...text.matchAll(/(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+={0,2})/g)];
  const algorithm = strengths.find((name) => hashes.some((hash) => hash[1] === name));
  if (algorithm === undefined) return null;
  return { algorithm, digests: hashes.filter((hash) => hash[1] === algorithm).map((hash) => hash[2] ?? '') };
}

export function integrityFindings(facts: PageFacts, script: ScriptFact): readonly Finding[] {
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

/** The current version, as the form's server lists it. */
function pinned(facts: PageFacts, { address, file }: ScriptFact): readonly string[] {
  const origin = originOf(address);
  const published = endpointAt(facts, origin)?.published ?? null;
  const path = `/${published?.version}/${file}`;
  const hash = published?.files[path];
  return hash === undefined
    ? []
    : [`<script src="${origin}${path}" integrity="${hash}" crossorigin="anonymous" async></script>`];
}
