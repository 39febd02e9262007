import type { RichTextElement, RichText as RichTextNodes } from '../../core/model/rich-text.ts';
import type { FirstMessages } from '../../locale/messages.ts';

interface RichTextProps {
  readonly nodes: RichTextNodes;
  readonly messages: FirstMessages;
}

/** Text from the service, built as elements: markup of its own never reaches the page. */
export const RichText = ({ nodes, messages }: RichTextProps) => (
  <>{nodes.map((node) => (typeof node === 'string' ? node : <Element node={node} messages={messages} />))}</>
);

export const plainText = (nodes: RichTextNodes): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plainText(node.children))).join('');

function Element({ node, messages }: { readonly node: RichTextElement; readonly messages: FirstMessages }) {
  const Tag = node.tag;
  if (Tag === 'br') return <br />;
  const children = <RichText nodes={node.children} messages={messages} />;
  if (Tag !== 'a') return <Tag>{children}</Tag>;
  if (!node.href || !/^(https?|mailto):/i.test(node.href)) return children;
  if (/^mailto:/i.test(node.href)) return <a href={node.href}>{children}</a>;
  return (
    <a href={node.href} target="_blank" rel="noopener nofollow">
      {children} {messages.text('opensInNewTab')}
    </a>
  );
}
