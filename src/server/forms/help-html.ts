/**
 * Help text of a question: HTML that any user of the service can write. It becomes a list of nodes with eight tags
 * and web addresses, from which the browser builds elements, so no foreign markup is ever parsed there.
 */
import { Parser } from 'htmlparser2';
import type { RichText, RichTextElement, RichTextTag } from '../../core/model/question.ts';

/** Elements with the same meaning are taken as ours; of all others only the text stays. */
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

/** Their content is no text for people. */
const dropped = new Set([
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

/** Deeper nesting is flattened: the browser builds these without a stack of its own. */
const DEEPEST = 12;

type Nodes = (string | RichTextElement)[];

interface Open {
  /** null: only the content of this element is kept. */
  readonly tag: RichTextTag | null;
  /** Where its content goes. */
  readonly children: Nodes;
  /** Where it stands itself. */
  readonly around: Nodes;
}

/** @param html at most as long as one reply of the service */
export function readHelpHtml(html: string): RichText {
  const root: Nodes = [];
  const stack: Open[] = [];
  let droppedDepth = 0;
  const here = () => stack.at(-1)?.children ?? root;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (dropped.has(name)) droppedDepth += 1;
      if (droppedDepth === 0)
        stack.push(openElement(stack.length < DEEPEST ? tags.get(name) : undefined, attributes, here()));
    },
    ontext(text) {
      if (droppedDepth === 0) addText(here(), text);
    },
    onclosetag(name) {
      if (droppedDepth === 0) closeElement(stack.pop());
      if (dropped.has(name)) droppedDepth -= 1;
    },
  });
  parser.end(html);
  return root;
}

/** An element that is not kept hands its content to the one around it. */
function openElement(
  tag: RichTextTag | undefined,
  attributes: Readonly<Record<string, string>>,
  around: Nodes,
): Open {
  const href = tag === 'a' ? readAddress(attributes['href']) : null;
  if (tag === undefined || (tag === 'a' && href === null)) return { tag: null, children: around, around };
  const children: Nodes = [];
  around.push(href === null ? { tag, children } : { tag, href, children });
  return { tag, children, around };
}

/** What turned out to be empty would only be a gap. */
function closeElement(open: Open | undefined): void {
  if (open?.tag != null && open.tag !== 'br' && open.children.length === 0) open.around.pop();
}

/** The parser splits text at each `&amp;`. */
function addText(nodes: Nodes, text: string): void {
  const last = nodes.at(-1);
  if (typeof last === 'string') nodes[nodes.length - 1] = last + text;
  else nodes.push(text);
}

/** Absolute web and mail addresses alone: `javascript:` in a link would run on the host's page. */
function readAddress(text: string | undefined): string | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null;
}
