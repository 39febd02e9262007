/** Reads the page's source: which of its tags concern the form, and on which line they are. */
import { Parser } from 'htmlparser2';
import type { Tag } from './facts.ts';

export interface Markup {
  readonly tags: readonly Tag[];
  readonly hasNoscript: boolean;
}

const isName = (name: string): name is Tag['name'] => /^(script|apply-form|iframe|meta)$/.test(name);

interface OpenTag {
  readonly tag: Omit<Tag, 'hasContent'> | null;
  readonly start: number;
  readonly isDead: boolean;
  hasContent: boolean;
}

export function readMarkup(html: string): Markup {
  const found: { readonly tag: Tag; readonly start: number }[] = [];
  const open: OpenTag[] = [];
  const lineAt = countLines(html);
  let hasNoscript = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      const parent = open.at(-1);
      if (parent !== undefined) parent.hasContent = true;
      hasNoscript ||= name === 'noscript';
      const isDead = parent?.isDead === true || isDeadTag(name, attributes);
      const tag = !isDead && isName(name) ? { name, attributes, line: lineAt(parser.startIndex) } : null;
      open.push({ tag, start: parser.startIndex, isDead, hasContent: false });
    },
    ontext(text) {
      const parent = open.at(-1);
      if (parent !== undefined && text.trim() !== '') parent.hasContent = true;
    },
    onclosetag(_name, isImplied) {
      const closed = open.pop();
      if (!closed?.tag) return;
      const { tag, hasContent, start } = closed;
      // A meta tag never has an end tag.
      const isUnclosed = isImplied && tag.name !== 'meta';
      found.push({ tag: { ...tag, hasContent, ...(isUnclosed ? { isUnclosed } : {}) }, start });
    },
  });
  parser.end(html);
  found.sort((one, other) => one.start - other.start);
  return { tags: found.map(({ tag }) => tag), hasNoscript };
}

/** The content of a template is not part of the page, unless it is the shadow root of a component. */
const isDeadTag = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  name === 'noscript' || (name === 'template' && attributes['shadowrootmode'] === undefined);

/** Tags come in source order, so lines are counted in one pass. */
function countLines(html: string): (index: number) => number {
  let line = 1;
  let counted = 0;
  return (index) => {
    for (; counted < index; counted++) if (html.charCodeAt(counted) === 10) line++;
    return line;
  };
}
