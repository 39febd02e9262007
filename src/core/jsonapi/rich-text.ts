import { type RichText, type RichTextElement, richTextTags } from '../model/rich-text.ts';
import { oneOf } from './read-members.ts';
import { list, member } from './stored-json.ts';

type Nodes = (string | RichTextElement)[];

interface Waiting {
  readonly node: unknown;
  readonly into: Nodes;
  readonly depth: number;
}

/** Deeper elements lose their tag and keep their text, so that rendering can safely recurse. */
const deepestElement = 20;

/** Shared by all questions without help text, which are most. */
const none: RichText = [];

/** Any other scheme (`javascript:`) would run on the host's page. */
const allowedAddress = /^(?:https?:|mailto:)/i;

/**
 * Help text: one text as it is, or the proxy's list of nodes `[text | {tag, href?, children}]`.
 * An element that is not allowed is replaced by its children.
 */
export function readRichText(json: unknown): RichText {
  if (json === undefined) return none;
  if (typeof json === 'string') return json.trim() === '' ? none : [json];
  const top: Nodes = [];
  const waiting: Waiting[] = [];
  const add = (nodes: readonly unknown[], into: Nodes, depth: number) => {
    for (const node of [...nodes].reverse()) waiting.push({ node, into, depth });
  };
  add(list(json), top, 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, into, depth } = next;
    const children: Nodes = [];
    const element = depth < deepestElement ? readElement(node, children) : null;
    if (typeof node === 'string') into.push(node);
    else if (element === null) add(list(member(node, 'children')), into, depth);
    else {
      into.push(element);
      add(list(member(node, 'children')), children, depth + 1);
    }
  }
  return top;
}

function readElement(node: unknown, children: RichText): RichTextElement | null {
  const tag = oneOf(richTextTags, member(node, 'tag'));
  if (tag === null) return null;
  if (tag !== 'a') return { tag, children };
  const href = member(node, 'href');
  return typeof href === 'string' && allowedAddress.test(href) ? { tag, href, children } : null;
}
