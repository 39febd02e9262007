/**
 * Translators put elements of their own in the places of texts, move what is in one line, or replace it. What
 * Preact changes afterwards would change what is no longer seen.
 */
import { options } from 'preact';

interface Drawn {
  type: unknown;
  props: string | number | { children?: unknown; textContent?: string | number };
  /** As Preact calls what is drawn in it, and its node. */
  readonly __k?: readonly (Drawn | null)[] | null;
  readonly __e?: Line | null;
}

interface Line extends Element {
  /** What it last said. */
  said?: string;
}

const isText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/**
 * Every text is the content of an element that has nothing else in it: set as a property, it takes away what a translator
 * has put there. A text among other things gets an element of its own.
 */
function ownText(drawn: Drawn): void {
  const { type, props } = drawn;
  if (isText(props)) {
    if (!`${props}`.trim()) return;
    drawn.type = 'apply-text';
    drawn.props = { textContent: props };
  } else if (typeof type === 'string' && isText(props.children)) {
    props.textContent = props.children;
    props.children = undefined;
  }
}

/** A line that says something else is put in order as a whole. */
function keepLine({ type, props, __k, __e: line }: Drawn): void {
  if (!line || typeof type !== 'string' || isText(props) || !Array.isArray(props.children)) return;
  const parts = partsOf(__k);
  const texts = parts.map((part) => (isText(part.props) ? undefined : part.props.textContent));
  if (!texts.some(isText)) return;
  const { said } = line;
  line.said = texts.join();
  if (said === undefined) line.insertBefore = insertInLine;
  if (said === undefined || said === line.said) return;
  const nodes = parts.flatMap(({ __e }) => __e ?? []);
  const isMoved = (node: Node, place: number) =>
    node.parentNode !== line || (place > 0 && nodes[place - 1]?.compareDocumentPosition(node) !== 4);
  if (nodes.some(isMoved)) line.replaceChildren(...nodes);
  nodes.forEach((node, place) => {
    const text = texts[place];
    if (text !== undefined && node.textContent !== `${text}`) node.textContent = `${text}`;
  });
}

const partsOf = (drawn: Drawn['__k']): readonly Drawn[] =>
  (drawn ?? []).flatMap((part) => (!part ? [] : typeof part.type === 'function' ? partsOf(part.__k) : part));

/** What it was to stand before may be in an element of a translator; `keepLine` then puts all in order. */
function insertInLine<Inserted extends Node>(this: Node, node: Inserted, next: Node | null): Inserted {
  return Node.prototype.insertBefore.call(this, node, next?.parentNode === this ? next : null) && node;
}

export function ownTexts(): void {
  const { diffed } = options;
  options.vnode = ownText;
  options.diffed = (drawn) => {
    diffed?.(drawn);
    keepLine(drawn);
  };
}
