import type { RichText } from '../../core/model/rich-text.ts';
import type { FirstMessages } from '../../locale/messages.ts';

interface SentenceProps {
  readonly nodes: RichText;
  readonly messages: FirstMessages;
}

/** A sentence with links, which must not take the applicant away from the form. */
export const Sentence = ({ nodes, messages }: SentenceProps) => (
  <>
    {nodes.map((node) =>
      typeof node === 'string' ? (
        node
      ) : (
        <a href={`${node.href}`} target="_blank" rel="noopener">
          {node.children} {messages.text('opensInNewTab')}
        </a>
      ),
    )}
  </>
);
