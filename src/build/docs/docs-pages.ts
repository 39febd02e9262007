/** Which pages the documentation has, for whom each is, and under which name it is served: `/docs/NAME`. */

export interface DocsPage {
  /** The last part of its address. Empty: the first page, `/docs/`. */
  readonly name: string;
  /** The Markdown that it is made of, relative to the repository's root. */
  readonly source: string;
}

export interface DocsGroup {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

const guides = (names: string): readonly DocsPage[] =>
  names.split(' ').map((name) => ({ name, source: `public/docs/${name}.md` }));

/** By reader. */
export const docsGroups: readonly DocsGroup[] = [
  {
    title: 'For careers sites',
    pages: guides('embedding recipes frameworks react next vue svelte plain prefill theming analytics api'),
  },
  {
    title: 'For operators',
    pages: guides(
      'deploying operating gateway store runbooks delivery security privacy data-processing performance',
    ),
  },
  { title: 'For recruiters', pages: guides('applications conditions accessibility') },
  { title: 'For integration developers', pages: guides('webhooks sandbox service-matrix commands') },
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
];

/** The documentation's first page is the README. */
export const firstPage: DocsPage = { name: '', source: 'README.md' };
