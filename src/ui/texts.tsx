import type { Question } from '../core/model/question.ts';
import type { RichTextElement, RichText as RichTextNodes } from '../core/model/rich-text.ts';
import type { FirstMessages, Messages } from '../locale/messages.ts';

/** What a question asks: in the service's words, or for a detail in ours that every form has. */
export const titleOf = (messages: FirstMessages, { basic, title }: Question): string =>
  basic ? messages.text(`detail.${basic}`) : title;

const endsInPunctuation = /\p{P}$/u;

/** Separates the title of a question from words about it. */
export const titleEnd = (messages: Messages, title: string): string =>
  endsInPunctuation.test(title) ? ' ' : `${messages.text('summary.colon')} `;

/** Words about a question, with its title unless they name it. */
export const titled = (messages: Messages, title: string, text: string): string =>
  names(text, title) ? text : title + titleEnd(messages, title) + text;

/** In quotation marks, or as "Enter your first name", which says all that "First name" does. */
export function names(text: string, title: string): boolean {
  const place = text.toLowerCase().indexOf(title.toLowerCase());
  // One word, such as "Number", may be there for another reason.
  return place >= 0 && (/[“„«\u202f\u2068]/.test(text.charAt(place - 1)) || /\w \w/.test(title));
}

/** Attributes of a box that takes focus: it is read out by its name. */
export const named = (name: string) => ({ role: 'group', 'aria-label': name }) as const;

const longest = 44;
const endLength = 16;

/** A long name with both its ends: the first words tell what it is, the last letters which version and kind. */
export function shortName(name: string): string {
  const letters = [...name];
  if (letters.length <= longest) return name;
  const start = letters.slice(0, longest - endLength - 1).join('');
  return `${start}…${letters.slice(-endLength).join('')}`;
}

/** Hebrew, Arabic and their neighbours. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The direction of a text from the service, by its first letter, where it differs from the form's. */
export function textDirection(text: string, { direction }: FirstMessages): 'ltr' | 'rtl' | undefined {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  const own = letter && (rightToLeft.test(letter) ? 'rtl' : 'ltr');
  return own && own !== direction ? own : undefined;
}

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

interface SentenceProps {
  readonly nodes: RichTextNodes;
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

interface Writing {
  readonly locale: string;
}

/** "A, B, C". */
export const allOf = ({ locale }: Writing, words: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'unit' }).format(words);

/** "A, B or C". */
export const anyOf = ({ locale }: Writing, words: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(words);
