/** Attributes that were not understood as written: one sentence per fault, without its subject. */

import { chooseLanguage } from '../../locale/choose-language.ts';
import { languages } from '../../locale/languages.ts';
import type { SessionHost } from '../contract.ts';
import { attributeNames } from '../element/settings.ts';
import { choices, properties } from '../session/known-values.ts';
import { nearestName } from './nearest-name.ts';
import { writeJob } from './write-job.ts';

/** Properties that every element has, or that rendering libraries add. */
const everyElements =
  /^(accesskey|autofocus|class|contenteditable|dir|draggable|enterkeyhint|exportparts|hidden|id|inert|inputmode|is|item\w+|nonce|part|popover|role|slot|spellcheck|style|tabindex|title|translate|xmlns)$|^(aria|data|hx|ng|v|x)-|^on|[^a-z-]/;

const attributes: readonly string[] = attributeNames;

const and = (words: readonly string[]) => new Intl.ListFormat('en-GB').format(words);
const or = (words: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);

/** @param isWordless the form is in English because the requested language could not be loaded */
export function oddSettings(host: SessionHost, isWordless: boolean): readonly string[] {
  const written = [...(host.element?.attributes ?? [])];
  return [
    ...written.flatMap(({ name }) => unknownAttribute(name)),
    ...Object.keys(host.element ?? {}).flatMap(unknownProperty),
    ...written.flatMap(({ name, value }) => unknownValue(name, value.trim())),
    ...clashes(host),
    ...languageFaults(host, isWordless),
  ];
}

function unknownAttribute(name: string): readonly string[] {
  if (attributes.includes(name) || everyElements.test(name)) return [];
  const property = properties.find((one) => one.toLowerCase() === name.replaceAll('-', ''));
  if (property !== undefined)
    return [`cannot read the attribute ${name}: ${property} is a property, which is set by script.`];
  const onScript =
    document.querySelector(`script[data-apply-${name}]`) === null
      ? ''
      : ` (data-apply-${name} of its script)`;
  return [`does not know the attribute ${name}${onScript}: ${instead(name, attributes)}`];
}

/**
 * Only own keys: properties the element knows are on its prototype. Keys of libraries begin or end with special
 * characters.
 */
function unknownProperty(name: string): readonly string[] {
  if (!/^[a-z]{3,}$/i.test(name)) return [];
  const known = [...attributes.map((one) => one.replace('-l', 'L')), ...properties];
  return [`does not know the property or option ${name}: ${instead(name, known)}`];
}

function instead(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === null ? `it knows ${and(known)}.` : `write ${nearest}.`;
}

function unknownValue(name: string, value: string): readonly string[] {
  const possible = choices.find(([one]) => one === name)?.[1];
  if (possible === undefined || value === '' || possible.includes(value)) return [];
  return [`reads ${name}="${value}" as "${possible[0]}": write ${or([...possible].sort())}.`];
}

function clashes({ settings, element }: SessionHost): readonly string[] {
  const { token, job, posting, tenant, renewToken } = settings();
  const faults: string[] = [];
  const unread = element?.getAttribute('posting')?.trim();
  if (token !== null && job !== null)
    faults.push(
      `has a token and ${writeJob({ job, posting })}, and the token decides: leave one of them out.`,
    );
  else if (job !== null && posting === null && unread)
    faults.push(`has job="${job}" and posting="${unread}", and the job decides: leave one of them out.`);
  else if (token !== null && tenant !== 'default')
    faults.push(`has a token, which names its tenant itself: leave out tenant="${tenant}".`);
  const renew: unknown = renewToken;
  if (renew !== null && typeof renew !== 'function')
    faults.push(
      'has a property renewToken that is no function: set it to one that gives a Promise of a fresh token.',
    );
  return faults;
}

function languageFaults({ settings }: SessionHost, isWordless: boolean): readonly string[] {
  const { lang } = settings();
  if (chooseLanguage(lang) === null)
    return [`has no words for lang="${lang}" and speaks English: it speaks ${and(languages)}.`];
  return isWordless ? [`could not load its words for lang="${lang}" and speaks English until it can.`] : [];
}
