/** Writes the description as HTML; values are escaped, whatever they contain. */
import type { Tokens } from './brand-tokens.ts';
import type { Markup } from './embed-markup.ts';

/** In characters: a longer tag has each attribute on its own line. */
const LONGEST_LINE = 80;

export const writeHtml = (markup: readonly Markup[]): string =>
  markup.map((each) => `${writeMarkup(each, '')}\n`).join('');

function writeMarkup({ tag, attributes, children }: Markup, indent: string): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === '' ? name : `${name}="${escapeText(value).replaceAll('"', '&quot;')}"`,
  );
  const short = `${indent}<${[tag, ...written].join(' ')}>`;
  const open =
    short.length <= LONGEST_LINE
      ? short
      : [`${indent}<${tag}`, ...written.map((each) => `${indent}  ${each}`), `${indent}>`].join('\n');
  const [first] = children;
  if (first === undefined || typeof first === 'string') return `${open}${escapeText(first ?? '')}</${tag}>`;
  const inner = children.map((child) =>
    typeof child === 'string' ? `${indent}  ${escapeText(child)}` : writeMarkup(child, `${indent}  `),
  );
  return [open, ...inner, `${indent}</${tag}>`].join('\n');
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** '' where a brand has no tokens. */
export function writeRule(selector: string, tokens: Tokens): string {
  const lines = Object.entries(tokens).map(([name, value]) => `  ${name}: ${value};\n`);
  return lines.length === 0 ? '' : `${selector} {\n${lines.join('')}}\n`;
}
