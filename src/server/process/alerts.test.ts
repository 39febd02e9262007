/** The alerts and the dashboard name existing metrics and runbooks. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anchorOf } from '../../build/docs/docs-site.ts';
import { type OpenBench, openBench } from './server.support.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name: string) => readFileSync(`${root}${name}`, 'utf8');
const alerts = read('public/docs/operating/alerts.yml');
const dashboard: {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
} = JSON.parse(read('public/docs/operating/dashboard.json'));

const ruled = [...alerts.matchAll(/^ {8}expr: '(.*)'$/gm)].map(([, expression = '']) => expression);
const drawn = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

let bench: OpenBench;
let figures = '';

beforeAll(async () => {
  bench = await openBench();
  figures = (await bench.call('GET', '/metrics', { token: 'sandbox-admin' })).text;
});
afterAll(() => bench.close());

/** Returns the metrics in these expressions that the server does not have. */
const missingIn = (expressions: readonly string[]) =>
  expressions
    .flatMap((expression) => expression.match(/\b(?:apply|process|nodejs)_\w+/g) ?? [])
    .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
    .filter((name) => !figures.includes(`\n# TYPE ${name} `));

/** Returns the label values in these expressions that the server never uses. */
const strangeIn = (expressions: readonly string[], label: string, values: string) =>
  expressions
    .flatMap((expression) => [...expression.matchAll(new RegExp(`${label}=~?"([^"]+)"`, 'g'))])
    .flatMap(([, value = '']) => value.split('|'))
    .filter((value) => !values.includes(`\`${value}\``));

test('the alerts and the dashboard name only metrics that the server has', () => {
  expect(ruled.length).toBeGreaterThan(15);
  expect(drawn.length).toBeGreaterThan(15);
  expect(missingIn([...ruled, ...drawn])).toEqual([]);
});

test('the alerts name only events and outcomes that the server counts', () => {
  const events = read('src/server/process/README.md');
  expect(strangeIn(ruled, 'event', events)).toEqual([]);
  expect(strangeIn(ruled, 'outcome', read('public/docs/operating.md'))).toEqual([]);
});

test('every alert links to an existing runbook that names the alert', () => {
  const sections = read('public/docs/operating.md').split(/\n#{2,3} /);
  const rules = [
    ...alerts.matchAll(/- alert: (\w+)\n[\s\S]*?runbook_url: '[^'#]*\/docs\/operating#([\w-]+)'/g),
  ];
  expect(rules).toHaveLength(ruled.length);
  for (const [, name = '', anchor = ''] of rules) {
    const section = sections.find((text) => anchorOf(text.split('\n')[0] ?? '') === anchor);
    expect(section, name).toContain(`\`${name}\``);
  }
});
