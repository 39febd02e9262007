/**
 * Attributes that have no effect. The form says some of it in the console itself; here it has the name that scripts read
 * from `--json`, the line of the source, and is found without a browser, too.
 */

import { type AttributeName, attributeNames } from '../../browser/element/settings.ts';
import { choices, properties } from '../../browser/session/known-values.ts';
import { chooseLanguage } from '../../locale/choose-language.ts';
import { languages } from '../../locale/languages.ts';
import type { PageFacts, Tag } from './facts.ts';
import { type Details, type Finding, finding } from './finding.ts';
import { nearestName } from './nearest-name.ts';
import { readFrameAddress } from './own-tags.ts';

export function attributeFindings({ scripts, forms, frames }: PageFacts): readonly Finding[] {
  const elements = forms.filter(({ tag }) => tag.name === 'apply-form').map(({ tag }) => tag);
  return [
    ...forms.flatMap(({ tag, attributes }) => clashes(tag, attributes)),
    ...elements.flatMap((tag) => [
      ...unknownNames(tag, ownNames(tag)),
      ...wrongValues(tag, tag.attributes, ''),
    ]),
    ...scripts
      .filter(({ file }) => file === 'apply-form.js')
      .flatMap(({ tag }) => [
        ...unknownNames(tag, scriptNames(tag)),
        ...wrongValues(tag, withoutPrefix(tag.attributes), PREFIX),
      ]),
    ...frames.flatMap(({ tag, address }) => linkFindings(tag, address)),
  ];
}

const PREFIX = 'data-apply-';

interface UnknownName {
  readonly name: string;
  /** The suggested spelling; null: no known name is close. */
  readonly better: string | null;
}

/** Attributes that any element may have, in HTML or from a framework that rendered it. */
const global = new Set(
  'accesskey autocapitalize autofocus class contenteditable dir draggable enterkeyhint exportparts hidden id inert inputmode is itemid itemprop itemref itemscope itemtype nonce part popover role slot spellcheck style tabindex title translate writingsuggestions xmlns'.split(
    ' ',
  ),
);
const foreign = /^(data-(?!apply-)|aria-|on|v-|x-|ng-|hx-|[^a-z])|[:.@$*#]/;

const isAttribute = (name: string): name is AttributeName => attributeNames.some((known) => known === name);

function ownNames({ attributes }: Tag): readonly UnknownName[] {
  return Object.keys(attributes)
    .filter((name) => !isAttribute(name) && !global.has(name) && !foreign.test(name))
    .map((name) => ({ name, better: nearestName(name.replace(/^data-apply-/, ''), attributeNames) }));
}

/** `data-aply-job` and the like, where the prefix itself is misspelt. */
export const misspeltNames = ({ attributes }: Tag): readonly UnknownName[] =>
  Object.keys(attributes).flatMap((name) => {
    if (!/^data-.{4}/.test(name) || name.startsWith(PREFIX)) return [];
    const better = nearestName(
      name,
      attributeNames.map((known) => PREFIX + known),
    );
    return better === null ? [] : [{ name, better }];
  });

/** Of the attributes of the script, only those meant for the form. */
function scriptNames(tag: Tag): readonly UnknownName[] {
  return Object.keys(tag.attributes).flatMap((name) => {
    const bare = name.replace(/^data-(apply-)?/, '');
    const isMeant = name.startsWith(PREFIX)
      ? !isAttribute(bare)
      : /^(data-)?(job|posting|token|tenant|endpoint)$/.test(name);
    const slip = misspeltNames(tag).find((each) => each.name === name);
    if (slip !== undefined) return [slip];
    if (!isMeant) return [];
    const better = nearestName(bare, attributeNames);
    return [{ name, better: better && PREFIX + better }];
  });
}

const onlyProperty = (where: Tag, name: string, property: string): Finding =>
  finding('unknown_attribute', {
    where,
    seen: `${name} is written as an attribute, which can carry no such thing.`,
    say: 'Set it by script, as a property of the element.',
    lines: [`document.querySelector('apply-form').${property} = …`],
  });

const unknownNames = (where: Tag, names: readonly UnknownName[]): readonly Finding[] =>
  names.map(({ name, better }) => {
    const property = properties.find((each) => each.toLowerCase() === name.replace(/-|^data-apply-/g, ''));
    if (property !== undefined) return onlyProperty(where, name, property);
    return finding('unknown_attribute', {
      where,
      seen: `There is no attribute ${name}.`,
      ...replace(where, { name, better }),
    });
  });

function replace({ attributes }: Tag, { name, better }: UnknownName): Pick<Details, 'say' | 'lines'> {
  if (better === null) return { say: 'Remove it.' };
  if (attributes[better]) return { say: `Remove it: ${better} is there as well.` };
  const value = /token/.test(better) ? '…' : (attributes[name] ?? '');
  return { say: `Write ${better} instead.`, lines: [`${better}="${value}"`] };
}

const withoutPrefix = (attributes: Tag['attributes']): Tag['attributes'] =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value]] : [],
    ),
  );

/** Only one of the two takes effect, although the other looks as if it did. */
function clashes(where: Tag, attributes: Tag['attributes']): readonly Finding[] {
  const { token, job, posting } = attributes;
  if (!token) return job && posting ? [beside(where, posting)] : [];
  return ['job', 'posting', 'tenant']
    .filter((name) => attributes[name])
    .map((name) =>
      finding('unknown_attribute', {
        where,
        seen: `${name} stands beside token: the token says itself which job and tenant it is for.`,
        say: `Leave out ${name}.`,
      }),
    );
}

const beside = (where: Tag, posting: string): Finding =>
  finding('unknown_attribute', {
    where,
    seen: `posting="${posting}" stands beside job: the job decides.`,
    say: 'Leave out posting.',
  });

function wrongValues(where: Tag, values: Tag['attributes'], prefix: string): readonly Finding[] {
  const wrong = choices.flatMap(([name, known]) => {
    const value = values[name]?.trim() ?? '';
    return value === '' || known.includes(value)
      ? []
      : [wrongValue(where, `${prefix}${name}`, { value, known })];
  });
  const { lang } = values;
  return lang === undefined ? wrong : [...wrong, ...languageFinding(where, `${prefix}lang`, lang)];
}

function wrongValue(
  where: Tag,
  name: string,
  { value, known }: { readonly value: string; readonly known: readonly string[] },
): Finding {
  const [usual = ''] = known;
  return finding('unknown_value', {
    where,
    seen: `${name}="${value}" is read as "${usual}".`,
    say: `${name} takes ${inWords(known)}.`,
    lines: [`${name}="${nearestName(value, known) ?? usual}"`],
  });
}

function inWords(known: readonly string[]): string {
  const sorted = known.every((each) => /^\d+$/.test(each)) ? known.toSorted() : null;
  return sorted === null ? known.join(', ') : `${sorted[0]} to ${sorted.at(-1)}`;
}

function languageFinding(where: Tag, name: string, lang: string): readonly Finding[] {
  if (lang.trim() === '' || chooseLanguage(lang.trim()) !== null) return [];
  return [
    finding('language_without_words', {
      where,
      seen: `${name}="${lang}": the form's own words are in ${languages.join(', ')}.`,
      say: 'Give one of these, or leave it and hand in your own words with the property messages.',
      lines: [],
    }),
  ];
}

/** A link never decides where answers are sent (`browser/pages/fragment.ts`). */
const closed: readonly string[] = ['endpoint', 'mode', 'isolation'];

function linkFindings(where: Tag, address: string): readonly Finding[] {
  const link = Object.fromEntries(readFrameAddress(address, true)?.link ?? []);
  const known = attributeNames.filter((name) => !closed.includes(name) && name !== 'tenant');
  const unknown = Object.keys(link)
    .filter((name) => !known.some((each) => each === name))
    .map((name) =>
      finding('unknown_attribute', {
        where,
        seen: `The src of the iframe says ${name} behind #, which has no effect there.`,
        say: describeBetter(name, nearestName(name, known)),
      }),
    );
  return [...unknown, ...wrongValues(where, link, '')];
}

const describeBetter = (name: string, better: string | null): string => {
  if (name === 'tenant') return 'Write the tenant into the path: /frame/TENANT.';
  return better === null ? 'Remove it.' : `Write ${better} instead.`;
};
