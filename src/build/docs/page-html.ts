/** The frame around the text of a page: header, list of pages, contents, what comes before and after. */
import { type DocsGroup, type DocsPage, firstPage } from './docs-pages.ts';
import type { Heading, Rendered } from './render-markdown.ts';

export interface PageParts {
  readonly page: DocsPage;
  readonly rendered: Rendered;
  readonly groups: readonly DocsGroup[];
  /** Changes with the content of style and script, so that no page has those of another release. */
  readonly stamp: string;
}

/** Only the sandbox mode has these; the server takes the links away elsewhere (`serve-site.ts`). */
const demoLinks = [
  '<li data-demo><a href="../">Demo</a></li>',
  '<li data-demo><a href="../sandbox/">Sandbox</a></li>',
  '<li data-demo><a href="../attention">Attention</a></li>',
] as const;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => entities[one] ?? one);

const addressOf = ({ name }: DocsPage): string => `./${name}`;

export function pageHtml({ page, rendered, groups, stamp }: PageParts): string {
  const isFirst = page.name === '';
  const title = isFirst ? 'Apply Form: documentation' : `${rendered.title} · Apply Form`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="./docs.css?${stamp}">
<script src="./docs.js?${stamp}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="product" href="./">Apply Form</a>
<search class="search" hidden><label for="search">Search the documentation</label><input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Search" aria-controls="found"><div id="found" class="found" hidden></div><p class="told" role="status"></p></search>
<nav class="top" aria-label="Apply Form"><ul>${demoLinks[0]}<li><a href="./"${isFirst ? ' aria-current="page"' : ''}>Docs</a></li>${demoLinks[1]}${demoLinks[2]}</ul></nav>
</header>
<div class="columns${isFirst ? ' first' : ''}">
${pagesList(page, groups)}
<div class="reading">
${isFirst ? '' : contentsFolded(rendered.headings)}
<main id="content" tabindex="-1">
${isFirst ? firstPageHtml(rendered.html, groups) : `<article>\n${rendered.html}</article>`}
</main>
${neighbours(page, groups)}
</div>
${isFirst ? '' : contentsBeside(rendered.headings)}
</div>
</body>
</html>
`;
}

function pagesList(page: DocsPage, groups: readonly DocsGroup[]): string {
  const link = (one: DocsPage) =>
    `<li><a href="${addressOf(one)}"${one.name === page.name ? ' aria-current="page"' : ''}>${escaped(one.label)}</a></li>`;
  const lists = [
    `<ul>${link(firstPage)}</ul>`,
    ...groups.map(
      ({ title, pages }) => `<p class="group">${escaped(title)}</p><ul>${pages.map(link).join('')}</ul>`,
    ),
  ].join('\n');
  return `<nav class="pages" aria-label="All pages">${lists}</nav>
<details class="pages-folded"><summary>All pages</summary><nav aria-label="All pages, folded">${lists}</nav></details>`;
}

function contentsList(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  return `<ul>${shown
    .map(
      ({ level, anchor, text }) => `<li data-level="${level}"><a href="#${anchor}">${escaped(text)}</a></li>`,
    )
    .join('')}</ul>`;
}

/** Twice in the page and once on the screen: what is folded cannot be unfolded by a style alone. */
function contentsFolded(headings: readonly Heading[]): string {
  const list = contentsList(headings);
  return list === ''
    ? ''
    : `<details class="contents-folded"><summary>On this page</summary><nav aria-label="On this page, folded">${list}</nav></details>`;
}

function contentsBeside(headings: readonly Heading[]): string {
  const list = contentsList(headings);
  return list === ''
    ? '<div class="contents"></div>'
    : `<nav class="contents" aria-label="On this page"><h2>On this page</h2>${list}</nav>`;
}

function neighbours(page: DocsPage, groups: readonly DocsGroup[]): string {
  const all = [firstPage, ...groups.flatMap(({ pages }) => pages)];
  const place = all.findIndex(({ name }) => name === page.name);
  const link = (one: DocsPage | undefined, kind: 'prev' | 'next', words: string) =>
    one === undefined
      ? ''
      : `<a rel="${kind}" href="${addressOf(one)}"><span>${words}</span> ${escaped(one.label)}</a>`;
  return `<nav class="neighbours" aria-label="Previous and next page">${link(place > 0 ? all[place - 1] : undefined, 'prev', 'Previous')}${link(all[place + 1], 'next', 'Next')}</nav>`;
}

/** The README, in which the pages by reader stand in place of its table, after its first sentence. */
function firstPageHtml(readme: string, groups: readonly DocsGroup[]): string {
  const [before = '', after = ''] = readme.split(/<h2 id="documentation"[\s\S]*?<\/table><\/div>\n/);
  const end = before.indexOf('</p>') + '</p>\n'.length;
  return `<article>\n${before.slice(0, end).replace('<p>', '<p class="lead">')}${cards(groups)}${before.slice(end)}${after}</article>`;
}

const cards = (groups: readonly DocsGroup[]): string =>
  `<div class="readers" id="documentation">${groups
    .map(
      ({ title, pages }) =>
        `<section><h2>${escaped(title)}</h2><ul>${pages
          .map(
            (one) =>
              `<li><a href="${addressOf(one)}">${escaped(one.label)}</a> <span>${escaped(one.purpose)}</span></li>`,
          )
          .join('')}</ul></section>`,
    )
    .join('\n')}</div>\n`;
