/** Markdown of the documentation as HTML: no markup of an author passes through, and no style or script stands in it. */
import MarkdownIt, { type Token } from 'markdown-it';
import { anchorOf } from './heading-anchor.ts';

export interface Rendered {
  /** Its first heading. */
  readonly title: string;
  readonly html: string;
}

/** Where a link of this page leads on the site. null: what it names is not served, so its words alone are shown. */
export type LeadsTo = (address: string) => string | null;

const languageNames: ReadonlyMap<string, string> = new Map([
  ['sh', 'Shell'],
  ['html', 'HTML'],
  ['js', 'JavaScript'],
  ['ts', 'TypeScript'],
  ['tsx', 'TypeScript, React'],
  ['vue', 'Vue'],
  ['svelte', 'Svelte'],
  ['json', 'JSON'],
  ['css', 'CSS'],
  ['sql', 'SQL'],
  ['mjs', 'JavaScript, Node'],
  ['python', 'Python'],
  ['php', 'PHP'],
  ['ruby', 'Ruby'],
]);

export const parseMarkdown = (text: string): Token[] => parser.parse(text, {});

export function renderMarkdown(text: string, leadsTo: LeadsTo): Rendered {
  const tokens = parseMarkdown(text);
  nameHeadings(tokens);
  unnameEmptyHeads(tokens);
  leadLinks(tokens, leadsTo);
  const first = tokens.findIndex(({ tag }) => tag === 'h1');
  return { title: wordsOf(tokens[first + 1]), html: parser.renderer.render(tokens, parser.options, {}) };
}

const parser = new MarkdownIt({ html: true });

/** A comment says nothing to a reader; a folded part is the one element of HTML that pages use. All else is text. */
const permitted = (html: string): string => {
  const written = html.replace(/<!--[^>]*-->\s*/g, '');
  if (/^<\/details>\s*$/.test(written)) return '</details>\n';
  const summary = /^<details><summary>([^<]*)<\/summary>\s*$/.exec(written)?.[1];
  return summary === undefined
    ? parser.utils.escapeHtml(written)
    : `<details class="fold"><summary>${parser.utils.escapeHtml(summary)}</summary>\n`;
};

const htmlRule = (tokens: readonly Token[], place: number) => permitted(tokens[place]?.content ?? '');

Object.assign(parser.renderer.rules, {
  html_block: htmlRule,
  html_inline: htmlRule,
  // Wide tables and code scroll inside themselves, so the keyboard must reach them.
  table_open: () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n',
  table_close: () => '</table></div>\n',
  fence: (tokens: readonly Token[], place: number) => {
    const { content = '', info = '' } = tokens[place] ?? {};
    const name = languageNames.get(info.trim()) ?? 'Text';
    const code = parser.utils.escapeHtml(content);
    return `<figure class="code"><figcaption>${name}</figcaption><pre tabindex="0" role="group" aria-label="${name}"><code>${code}</code></pre></figure>\n`;
  },
  heading_close: (tokens: readonly Token[], place: number) => {
    const { tag = '' } = tokens[place] ?? {};
    const anchor = tokens
      .slice(0, place)
      .findLast(({ type }) => type === 'heading_open')
      ?.attrGet('id');
    if (tag === 'h1') return '</h1>\n';
    const label = parser.utils.escapeHtml(`Link to “${wordsOf(tokens[place - 1])}”`);
    return ` <a class="anchor" href="#${anchor}" aria-label="${label}">#</a></${tag}>\n`;
  },
});

const wordsOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) =>
      type === 'text' || type === 'code_inline' ? content : type === 'softbreak' ? ' ' : '',
    )
    .join('');

const addressIn = (token: Token, name: 'href' | 'src'): string => `${token.attrGet(name) ?? ''}`;

function nameHeadings(tokens: readonly Token[]): void {
  const seen = new Map<string, number>();
  for (const [place, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const own = anchorOf(wordsOf(tokens[place + 1]));
    const times = seen.get(own) ?? 0;
    seen.set(own, times + 1);
    token.attrSet('id', times === 0 ? own : `${own}-${times}`);
  }
}

/** A head without words names nothing: to those who hear the table it is a cell. */
function unnameEmptyHeads(tokens: readonly Token[]): void {
  for (const [place, token] of tokens.entries()) {
    const close = tokens[place + 2];
    if (token.type !== 'th_open' || tokens[place + 1]?.content !== '' || close === undefined) continue;
    token.tag = 'td';
    close.tag = 'td';
  }
}

function leadLinks(tokens: readonly Token[], leadsTo: LeadsTo): void {
  for (const { children } of tokens) {
    // A link without an address ends where it began to be one.
    let isWords = false;
    for (const token of children ?? []) {
      if (token.type === 'image') token.attrSet('src', leadsTo(addressIn(token, 'src')) ?? '');
      if (token.type === 'link_open') {
        const address = leadsTo(addressIn(token, 'href'));
        isWords = address === null;
        if (address !== null) token.attrSet('href', address);
        else {
          token.tag = 'span';
          token.attrs = [['class', 'source']];
        }
      }
      if (token.type === 'link_close' && isWords) token.tag = 'span';
    }
  }
}
