/** The only elements that help text may carry; the proxy drops all others, keeping their text. */
export const richTextTags = ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'a'] as const;

export type RichTextTag = (typeof richTextTags)[number];

export interface RichTextElement {
  readonly tag: RichTextTag;
  /** Only on `a`: an `http:`, `https:` or `mailto:` address. */
  readonly href?: string;
  readonly children: RichText;
}

export type RichText = readonly (string | RichTextElement)[];
