/** Writes the description as HTML; values are escaped, whatever they contain. */
import { type Code, line, name, type Part, plain, tag, textOf, value } from './code.ts';
import type { Markup, Snippet } from './snippet.ts';
import { writeCall } from './write-call.ts';

/** In characters: a longer tag has each attribute on its own line. */
const LONGEST_LINE = 80;

type Style = NonNullable<Snippet['style']>;

/** The markup for the place of the form. */
export const writeHtml = ({ markup, token }: Snippet): Code =>
  markup.flatMap((each) => writeMarkup(each, 0, token));

/** The same with the page's own script, where the form is placed from code: as a module it runs after ours. */
export const wholeHtml = (snippet: Snippet): Code =>
  snippet.call === null
    ? writeHtml(snippet)
    : [
        ...writeHtml(snippet),
        tag('<script type="module">'),
        plain('\n'),
        ...writeCall(snippet.call, snippet.token),
        ...line(0, tag('</script>')),
      ];

/** The style for the head of the page. */
export const writeStyle = (style: Style): Code => [
  tag('<style>'),
  ...writeRules(style),
  ...line(0, tag('</style>')),
];

/** The exact text between the style tags, because a security policy may name its hash. */
export const writeRules = ({ selector, tokens }: Style): Code => [
  plain('\n'),
  ...line(1, tag(selector), plain(' {')),
  ...Object.entries(tokens).flatMap(([property, text]) =>
    line(2, name(property), plain(': '), ...value(text), plain(';')),
  ),
  ...line(1, plain('}')),
];

function writeMarkup(markup: Markup, level: number, token: string): Code {
  const close = tag(`</${markup.tag}>`);
  const [first] = markup.children;
  if (first === undefined || typeof first === 'string')
    return [...writeTag(markup, level, token), plain(escapeText(first ?? '')), close, plain('\n')];
  return [
    ...writeTag(markup, level, token),
    plain('\n'),
    ...markup.children.flatMap((child) =>
      typeof child === 'string'
        ? line(level + 1, plain(escapeText(child)))
        : writeMarkup(child, level + 1, token),
    ),
    ...line(level, close),
  ];
}

function writeTag(markup: Markup, level: number, token: string): Code {
  const attributes = Object.entries(markup.attributes).map(([key, text]) => writeAttribute(key, text, token));
  const open = tag(`<${markup.tag}`);
  const short = [open, ...attributes.flatMap((each) => [plain(' '), ...each]), tag('>')];
  if (textOf(short).length <= LONGEST_LINE) return [plain('  '.repeat(level)), ...short];
  return [
    ...line(level, open),
    ...attributes.flatMap((each) => line(level + 1, ...each)),
    plain('  '.repeat(level)),
    tag('>'),
  ];
}

const writeAttribute = (key: string, text: string, token: string): Code =>
  text === '' ? [name(key)] : [name(key), plain('="'), ...value(escapeValue(text), token), plain('"')];

const escapeText = (text: string): Part['text'] =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;');
