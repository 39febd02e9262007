import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { advice } from '../log.ts';
import { openBench } from './server.support.ts';

const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');

/** Replaces the rows of the table below a heading. */
function withRows(page: string, heading: string, rows: readonly string[]): string {
  const start = page.indexOf('|---|---|\n', page.indexOf(`## ${heading}`)) + '|---|---|\n'.length;
  const end = page.indexOf('\n\n', start);
  return page.slice(0, start) + rows.join('\n') + (end < 0 ? '\n' : page.slice(end));
}

/** `vitest -u` updates the tables of the page. */
test('the page lists every log event with its advice, and every metric with its help', async () => {
  const bench = await openBench();
  const { text } = await bench.call('GET', '/metrics', { token: 'sandbox-admin' });
  await bench.close();
  const figures = [...text.matchAll(/^# HELP (apply_\S+) (.+)$/gm)].map(
    ([, name, help]) => `| \`${name}\` | ${help} |`,
  );
  const lines = Object.entries(advice).map(([event, text]) => `| \`${event}\` | ${text ?? 'Nothing.'} |`);
  expect(figures.length).toBeGreaterThan(10);
  const written = withRows(withRows(readme, 'Lines of the log', lines), 'Figures', figures);
  await expect(written).toMatchFileSnapshot('./README.md');
});
