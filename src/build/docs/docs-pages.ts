/** The pages of the documentation, their readers, and their public names: `/docs/NAME`. */

/** Markdown outside `public/docs`, by name. The empty name is the first page, `/docs/`. */
const elsewhere: Readonly<Record<string, string>> = {
  '': 'README.md',
  contributing: '.github/CONTRIBUTING.md',
  architecture: 'src/README.md',
  'code-conditions': 'src/core/conditions/README.md',
  'code-delivery': 'src/server/ledger/README.md',
  'code-http': 'src/server/http/README.md',
  'code-service': 'src/server/service/README.md',
  'code-look': 'src/ui/README.md',
  'code-operator': 'src/server/process/README.md',
  'code-sandbox': 'src/sandbox/README.md',
  'code-matrix': 'e2e/suite/matrix/feature-matrix.md',
  changelog: 'CHANGELOG.md',
};

/** Page names by reader. */
export const docsGroups: Readonly<Record<string, readonly string[]>> = {
  'For careers sites': ['embedding', 'theming', 'api', 'accessibility'],
  'For operators': ['deploying', 'operating', 'commands', 'delivery', 'security', 'privacy'],
  'For recruiters': ['applications', 'conditions'],
  'For integration developers': ['sandbox', 'service-matrix'],
  'For engineers': Object.keys(elsewhere).slice(1),
};

export const docsNames: readonly string[] = ['', ...Object.values(docsGroups).flat()];

/** The source of a page, relative to the repository's root. */
export const sourceOf = (name: string): string => elsewhere[name] ?? `public/docs/${name}.md`;
