/**
 * Reads the help text of a question: HTML that any user of the service can write. It becomes a list of nodes with eight
 * tags and web addresses, from which the browser builds elements, so foreign markup is never parsed there.
 */
import { Parser } from 'htmlparser2';
import type { RichText, RichTextElement, RichTextTag } from '../../core/model/question.ts';

/** Elements with the same meaning are mapped to ours; of all others only the text stays. */
const tags: ReadonlyMap<string, RichTextTag> = new Map([
  ['p', 'p'],
  ['div', 'p'],
  ['blockquote', 'p'],
  ['pre', 'p'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((heading): [string, RichTextTag] => [heading, 'p']),
  ['br', 'br'],
  ['ul', 'ul'],
  ['ol', 'ol'],
  ['li', 'li'],
  ['strong', 'strong'],
  ['b', 'strong'],
  ['em', 'em'],
  ['i', 'em'],
  ['a', 'a'],
]);

/** Elements whose content is not text for people. */
const droppedTags = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'noscript',
  'svg',
  'math',
  'title',
]);

/** Deeper nesting is flattened, because the browser builds these nodes recursively. */
const DEEPEST = 12;

type Nodes = (string | RichTextElement)[];

interface OpenElement {
  /** null if only the content of this element stays. */
  readonly tag: RichTextTag | null;
  /** Nodes that its content is added to. */
  readonly children: Nodes;
  /** Nodes that contain the element itself. */
  readonly parent: Nodes;
}

/** @param html at most as long as one reply of the service */
export function readHelpHtml(html: string): RichText {
  const root: Nodes = [];
  const stack: OpenElement[] = [];
  let droppedDepth = 0;
  const currentNodes = () => stack.at(-1)?.children ?? root;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (droppedTags.has(name)) droppedDepth += 1;
      if (droppedDepth === 0)
        stack.push(
          openElement(stack.length < DEEPEST ? tags.get(name) : undefined, attributes, currentNodes()),
        );
    },
    ontext(text) {
      if (droppedDepth === 0) addText(currentNodes(), text);
    },
    onclosetag(name) {
      if (droppedDepth === 0) closeElement(stack.pop());
      if (droppedTags.has(name)) droppedDepth -= 1;
    },
  });
  parser.end(html);
  return root;
}

/** An element that is dropped passes its content to its parent. */
function openElement(
  tag: RichTextTag | undefined,
  attributes: Readonly<Record<string, string>>,
  parent: Nodes,
): OpenElement {
  const href = tag === 'a' ? readAddress(attributes['href']) : null;
  if (tag === undefined || (tag === 'a' && href === null)) return { tag: null, children: parent, parent };
  const children: Nodes = [];
  parent.push(href === null ? { tag, children } : { tag, href, children });
  return { tag, children, parent };
}

/** Removes an element without content, which would only be a gap. */
function closeElement(open: OpenElement | undefined): void {
  if (open?.tag != null && open.tag !== 'br' && open.children.length === 0) open.parent.pop();
}

/** Joins neighbouring texts, because the parser splits them at each `&amp;`. */
function addText(nodes: Nodes, text: string): void {
  const last = nodes.at(-1);
  if (typeof last === 'string') nodes[nodes.length - 1] = last + text;
  else nodes.push(text);
}

/** Accepts only absolute web and mail addresses: `javascript:` in a link would run on the host's page. */
function readAddress(text: string | undefined): string | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null;
}
