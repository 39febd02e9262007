/** Which pages the documentation has, for whom each is, and under which name it is served: `/docs/NAME`. */
import { readFileSync } from 'node:fs';

export interface DocsPage {
  /** The last part of its address. Empty: the first page, `/docs/`. */
  readonly name: string;
  /** The Markdown that it is made of, relative to the repository's root. */
  readonly source: string;
  /** In lists of pages. */
  readonly label: string;
  /** What a reader wants who opens it: "… the form on a page". */
  readonly purpose: string;
}

export interface DocsGroup {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

const guide = (name: string) => ({ name, source: `public/docs/${name}.md` });

/** By reader. Label and purpose of a page that README.md lists come from there. */
const readers = [
  {
    title: 'For careers sites',
    pages: [
      ...['embedding', 'recipes', 'frameworks', 'react', 'next', 'vue', 'svelte', 'plain'],
      ...['prefill', 'theming', 'analytics', 'api'],
    ].map(guide),
  },
  {
    title: 'For operators',
    pages: [
      guide('deploying'),
      guide('operating'),
      guide('gateway'),
      guide('store'),
      guide('runbooks'),
      guide('delivery'),
      guide('security'),
      guide('privacy'),
      guide('data-processing'),
      guide('performance'),
    ],
  },
  { title: 'For recruiters', pages: [guide('applications'), guide('conditions'), guide('accessibility')] },
  {
    title: 'For integration developers',
    pages: [guide('webhooks'), guide('sandbox'), guide('service-matrix'), guide('commands')],
  },
  {
    title: 'For engineers',
    pages: [
      { name: 'architecture', source: 'src/README.md' },
      { name: 'code-conditions', source: 'src/core/conditions/README.md' },
      { name: 'code-delivery', source: 'src/server/delivery/README.md' },
      { name: 'code-http', source: 'src/server/http/README.md' },
      { name: 'code-service', source: 'src/server/service/README.md' },
      { name: 'code-operator', source: 'src/server/app/README.md' },
      { name: 'code-sandbox', source: 'src/sandbox/README.md' },
      { name: 'code-matrix', source: 'e2e/suite/matrix/feature-matrix.md' },
      { name: 'changelog', source: 'CHANGELOG.md' },
    ],
  },
] as const;

/** Of pages that have no row of their own in README.md. */
const unlisted: Readonly<Record<string, readonly [label: string, purpose: string]>> = {
  react: ['React', 'copy a component for React'],
  next: ['Next.js', 'copy a component for Next.js'],
  vue: ['Vue', 'copy a component for Vue'],
  svelte: ['Svelte', 'copy a component for Svelte'],
  plain: ['Plain script', 'copy a form for a bundler without a framework'],
  'code-conditions': ['Conditions, exactly', 'look up the semantics of every operator'],
  'code-delivery': ['The delivery protocol', 'understand how an answer is delivered once'],
  'code-http': ['HTTP of the proxy', 'call the proxy: routes, bodies, errors, limits'],
  'code-service': ['The service as we read it', 'know what we take for granted of the service'],
  'code-operator': ['Log and figures', 'look up a line of the log or a figure'],
  'code-sandbox': ["The sandbox's readings", 'make the sandbox fail as you like'],
  'code-matrix': ['Rows of the matrix', 'look up the id of a row that a test names'],
  changelog: ['Changelog', 'know what changed'],
};

/** The documentation's first page is the README. */
export const firstPage: DocsPage = {
  name: '',
  source: 'README.md',
  label: 'Overview',
  purpose: 'begin',
};

export const readDocsGroups = (root: string): readonly DocsGroup[] => {
  const listed = readListed(readFileSync(`${root}README.md`, 'utf8'));
  return readers.map(({ title, pages }) => ({
    title,
    pages: pages.map(({ name, source }) => {
      const [label, purpose] = listed.get(source) ?? unlisted[name] ?? [name, ''];
      return { name, source, label, purpose };
    }),
  }));
};

/** Rows of README's "If you want to | Read", by the file that is to be read. */
export function readListed(readme: string): ReadonlyMap<string, readonly [label: string, purpose: string]> {
  const rows = readme.matchAll(/^\| ([^|\n]+) \| \[([^\]\n]+)\]\(([^)\s]+)\) \|$/gm);
  return new Map([...rows].map(([, purpose = '', label = '', file = '']) => [file, [label, purpose]]));
}
