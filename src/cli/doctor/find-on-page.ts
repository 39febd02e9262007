/**
 * Finds our elements on the page, each with its line in the source, and the forms that a script tag should have made.
 */
import type { FrameFact, LiveForm, PolicyFact, ScriptFact, Tag } from './facts.ts';
import type { SeenElement } from './in-page.ts';
import type { LoadedPage } from './load-page.ts';
import { isMisspeltScript, readFrameAddress, readScriptAddress } from './own-tags.ts';
import { readMarkup } from './read-markup.ts';

export interface FoundElement {
  readonly tag: Tag;
  /** Attributes of the form, when the tag is the script that makes it. */
  readonly attributes: Tag['attributes'];
  readonly address: string;
  readonly loading: ScriptFact['loading'];
  readonly showing: FrameFact['showing'];
  readonly live: LiveForm | null;
}

export interface FoundPage {
  readonly scripts: readonly FoundElement[];
  /** Possibly misspelt tags: one whose address serves a script belongs to another product. */
  readonly misspelt: readonly FoundElement[];
  readonly forms: readonly FoundElement[];
  readonly frames: readonly FoundElement[];
  readonly policies: readonly PolicyFact[];
  readonly hasViewport: boolean;
  readonly hasNoscript: boolean;
}

export function findOnPage(loaded: LoadedPage): FoundPage {
  const markup = readMarkup(loaded.html);
  const all =
    loaded.seen === null
      ? markup.tags.map((tag) => fromMarkup(tag, loaded.url))
      : fromBrowser(loaded, markup.tags);
  const metas = all.filter(({ tag }) => tag.name === 'meta');
  const scripts = all.filter(
    ({ tag, address }) => tag.name === 'script' && readScriptAddress(address) !== null,
  );
  const frames = all.filter(({ tag, address }) => tag.name === 'iframe' && isOurFrame(tag, address));
  const isOurScript = ({ address }: FoundElement) =>
    frames.length > 0 || readScriptAddress(address)?.file === 'apply-form.js';
  return {
    scripts: scripts.filter(isOurScript),
    misspelt: all.filter(
      ({ tag, address, loading }) =>
        tag.name === 'script' && loading !== 'loaded' && isMisspeltScript(tag, address),
    ),
    forms: withScriptForms(
      all.filter(({ tag }) => tag.name === 'apply-form'),
      scripts,
    ),
    frames,
    policies: metas
      .filter(({ tag }) => metaName(tag, 'http-equiv') === 'content-security-policy')
      .map(toPolicy),
    hasViewport: metas.some(({ tag }) => metaName(tag, 'name') === 'viewport'),
    hasNoscript: markup.hasNoscript || loaded.seen?.hasNoscript === true,
  };
}

const metaName = ({ attributes }: Tag, name: string): string => (attributes[name] ?? '').trim().toLowerCase();

const toPolicy = ({ tag }: FoundElement): PolicyFact => ({
  text: tag.attributes['content'] ?? '',
  meta: tag,
});

const isOurFrame = ({ attributes }: Tag, address: string): boolean =>
  'data-apply-frame' in attributes || readFrameAddress(address, false) !== null;

function fromMarkup(tag: Tag, url: string): FoundElement {
  const { src } = tag.attributes;
  const address = src !== undefined && URL.canParse(src, url) ? new URL(src, url).href : '';
  return { tag, attributes: tag.attributes, address, loading: 'unknown', showing: 'unknown', live: null };
}

function fromBrowser({ seen, frames }: LoadedPage, tags: readonly Tag[]): readonly FoundElement[] {
  const elements = seen?.elements ?? [];
  const placed = matchLines(elements, tags);
  return elements.map((element, index) => {
    const { name, attributes, hasContent } = element;
    const frame = frames.get(index);
    const shown = frame === undefined ? 'unknown' : 'shown';
    return {
      tag: placed[index] ?? { name, attributes, line: null, hasContent },
      attributes,
      address: element.address,
      loading: element.loading,
      showing: frame?.isRefused === true ? 'refused' : shown,
      live: toLive(element.name === 'iframe' ? (frame?.form ?? null) : element),
    };
  });
}

const toLive = (element: SeenElement | null): LiveForm | null =>
  element && { state: element.state, codes: element.codes, questions: element.questions };

/**
 * A script tag with `data-apply-job` makes its form right after itself, so a developer sees the two as one. If the
 * script did not run, its form is added here as it would be.
 */
function withScriptForms(
  forms: readonly FoundElement[],
  scripts: readonly FoundElement[],
): readonly FoundElement[] {
  const left = [...forms];
  const made = scripts.flatMap((script) => {
    const wanted = wantedAttributes(script.tag);
    if (Object.keys(wanted).length === 0) return [];
    const index = left.findIndex(
      ({ tag }) =>
        tag.line === null && Object.entries(wanted).every(([name, value]) => tag.attributes[name] === value),
    );
    const [form] = index === -1 ? [] : left.splice(index, 1);
    return [{ ...script, live: form?.live ?? null, attributes: form?.attributes ?? wanted }];
  });
  return [...left, ...made];
}

/** Includes unknown names, because the script copies them to the form as well. */
const wantedAttributes = ({ attributes }: Tag): Tag['attributes'] =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      /^data-apply-[a-z]/.test(name) ? [[name.replace('data-apply-', ''), value]] : [],
    ),
  );

/** Attributes that scripts of the page seldom change. */
const telling = ['id', 'src', 'job', 'posting', 'token', 'name', 'http-equiv'].concat(
  ['job', 'posting', 'token'].map((name) => `data-apply-${name}`),
);

/**
 * Matches tags in the source with elements: an element without a tag was added by script.
 * @returns for each element its tag with the attributes that it has now, or null
 */
export function matchLines(
  elements: readonly Omit<Tag, 'line'>[],
  tags: readonly Tag[],
): readonly (Tag | null)[] {
  const left = [...tags];
  return elements.map(({ name, attributes }) => {
    const index = left.findIndex((tag) => tag.name === name && isSame(tag.attributes, attributes));
    const [tag] = index === -1 ? [] : left.splice(index, 1);
    // Whether it has children is taken from the source: `isolation="light"` removes them.
    return tag === undefined ? null : { ...tag, attributes, written: tag.attributes };
  });
}

type Attributes = Tag['attributes'];

/** Attributes that are missing in the source may have been set since. */
const isSame = (written: Attributes, now: Attributes): boolean =>
  telling.every((name) => written[name] === undefined || written[name] === now[name]);
