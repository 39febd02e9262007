/** For tests: reads the blocks of code in all documents, and names the test that runs each of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { markdown } from './docs-site.ts';

export interface Snippet {
  /** Relative to the repository's root. */
  readonly page: string;
  readonly line: number;
  /** The heading above it. */
  readonly heading: string;
  readonly language: string;
  readonly text: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

const pagesOf = (folder: string) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .sort();

function snippetsIn(page: string, text: string): readonly Snippet[] {
  const tokens = markdown.parse(text, {});
  let heading = '';
  return tokens.flatMap(({ type, info, content, map }, index) => {
    if (type === 'heading_open') heading = tokens[index + 1]?.content ?? '';
    if (type !== 'fence') return [];
    return [{ page, line: (map?.[0] ?? 0) + 1, heading, language: info.trim(), text: content }];
  });
}

const everySnippet: readonly Snippet[] = ['README.md', ...pagesOf('public/docs'), ...pagesOf('src')].flatMap(
  (page) => snippetsIn(page, readFileSync(`${root}${page}`, 'utf8')),
);

/** Headings whose blocks are files of an app in `e2e/apps`, which runs them. */
const apps: ReadonlyMap<string, string> = new Map([
  ['React', 'e2e/apps/react'],
  ['Next.js', 'e2e/apps/react'],
  ['Vue', 'e2e/apps/vue'],
]);

/** Excludes files of apps, and blocks of `text`, which are drawings or tables. */
export const snippets = everySnippet.filter(
  ({ heading, language }) => !apps.has(heading) && language !== 'text',
);

/** Blocks that are files of an app in `e2e/apps`, each with the folder of the app. */
export const appSnippets = everySnippet.flatMap((snippet) => {
  const app = apps.get(snippet.heading);
  return app === undefined ? [] : [{ ...snippet, app }];
});

export const snippetsOf = (...languages: readonly string[]): readonly Snippet[] =>
  snippets.filter(({ language }) => languages.includes(language));

/** The test that runs the blocks of each language. A block in any other language makes a test fail. */
export const runBy: Readonly<Record<string, string>> = {
  html: 'e2e/specs/docs-snippets.deep.ts',
  js: 'e2e/specs/docs-snippets.deep.ts',
  css: 'e2e/specs/docs-snippets.deep.ts',
  ts: 'e2e/specs/package.deep.ts',
  tsx: 'e2e/specs/package.deep.ts',
  json: 'src/build/docs/written-snippets.deep.test.ts',
  sql: 'src/build/docs/written-snippets.deep.test.ts',
  sh: 'src/build/docs/shell-snippets.test.ts',
  mjs: 'src/server/ledger/webhooks/verifier.test.ts',
};

/** Returns the runner whose `marker` occurs in the snippet. Throws unless there is exactly one. */
export function runnerOf<Runner extends { readonly marker: string }>(
  { page, line, text }: Snippet,
  runners: readonly Runner[],
): Runner {
  const [runner, ...more] = runners.filter(({ marker }) => text.includes(marker));
  if (runner === undefined) throw new Error(`${page}:${line} has a block of code that no test runs.`);
  if (more.length > 0) throw new Error(`${page}:${line} has a block of code that two tests would run.`);
  return runner;
}
