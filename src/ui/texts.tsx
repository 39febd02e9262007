import type { Question, RichTextElement, RichText as RichTextNodes } from '../core/model/question.ts';
import type { FirstMessages } from '../locale/messages.ts';

/** What a question asks: in the service's words, or for a detail in ours that every form has. */
export const titleOf = (messages: FirstMessages, { basic, title }: Question): string =>
  basic ? messages.text(`detail.${basic}`) : title;

/** Hebrew, Arabic and their neighbours. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The direction of a text from the service, by its first letter, where it differs from the form's. */
export function textDirection(text: string, { direction }: FirstMessages): 'ltr' | 'rtl' | undefined {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  const own = letter && (rightToLeft.test(letter) ? 'rtl' : 'ltr');
  return own && own !== direction ? own : undefined;
}

export const plainText = (nodes: RichTextNodes): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plainText(node.children))).join('');

type RichTextProps = { readonly nodes: RichTextNodes; readonly messages: FirstMessages };

/** Text with links, built as elements: markup of the service's own never reaches the page, and no link leaves the form. */
export const RichText = ({ nodes, messages }: RichTextProps) => (
  <>{nodes.map((node) => (typeof node === 'string' ? node : drawElement(node, messages)))}</>
);

function drawElement({ tag: Tag, href = '', children }: RichTextElement, messages: FirstMessages) {
  if (Tag === 'br') return <br />;
  const drawn = <RichText nodes={children} messages={messages} />;
  if (Tag !== 'a') return <Tag>{drawn}</Tag>;
  if (/^mailto:/i.test(href)) return <a href={href}>{drawn}</a>;
  if (!/^https?:/i.test(href)) return drawn;
  return (
    <a href={href} target="_blank" rel="noopener nofollow">
      {drawn} {messages.text('opensInNewTab')}
    </a>
  );
}

/** "A, B, C". */
export const allOf = ({ locale }: Pick<FirstMessages, 'locale'>, words: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'unit' }).format(words);

/** "A, B or C". */
export const anyOf = ({ locale }: Pick<FirstMessages, 'locale'>, words: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(words);
