/** The one template of all pages: header, text, list of pages. */
import { type DocsPage, docsGroups, firstPage } from './docs-pages.ts';

export interface PageParts {
  readonly page: DocsPage;
  /** Its text. */
  readonly html: string;
  /** First headings of all pages, by name. */
  readonly titles: ReadonlyMap<string, string>;
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

export function pageHtml({ page, html, titles, stamp }: PageParts): string {
  const isFirst = page.name === '';
  const title = isFirst ? 'Apply Form: documentation' : `${titles.get(page.name)} · Apply Form`;
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
<nav class="top" aria-label="Apply Form"><ul>${demoLinks[0]}<li><a href="./"${isFirst ? ' aria-current="page"' : ''}>Docs</a></li>${demoLinks[1]}${demoLinks[2]}<li class="to-pages"><a href="#pages">All pages</a></li></ul></nav>
</header>
<div class="columns">
<main id="content" tabindex="-1">
<article>
${html}</article>
</main>
${pagesList(page, titles)}
</div>
</body>
</html>
`;
}

function pagesList(page: DocsPage, titles: PageParts['titles']): string {
  const link = ({ name }: DocsPage) =>
    `<li><a href="./${name}"${name === page.name ? ' aria-current="page"' : ''}>${escaped(titles.get(name) ?? name)}</a></li>`;
  const lists = docsGroups.map(
    ({ title, pages }) => `<p class="group">${title}</p><ul>${pages.map(link).join('')}</ul>`,
  );
  return `<nav class="pages" id="pages" aria-label="All pages"><ul>${link(firstPage)}</ul>${lists.join('\n')}</nav>`;
}
