import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { logAdvice } from '../http/operator/log-advice.ts';
import { ledgerAdvice } from '../ledger/ledger-advice.ts';
import { serviceAdvice } from './metrics/service-health.ts';
import { openBench } from './server.support.ts';

const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');

describe('the page of events and figures', () => {
  test('names every event of the log, with the advice that its lines carry', () => {
    const all = { ...ledgerAdvice, ...logAdvice, ...serviceAdvice, service_works_again: null, started: null };
    const missing = Object.entries(all)
      .map(([event, advice]) => `| \`${event}\` | ${advice ?? ''}`)
      .filter((row) => !readme.includes(`\n${row}`));
    expect(missing).toEqual([]);
  });

  test('names every figure of our own, with its help', async () => {
    const bench = await openBench();
    const { text } = await bench.call('GET', '/metrics', { token: 'sandbox-admin' });
    await bench.close();
    const rows = [...text.matchAll(/^# HELP (apply_\S+) (.+)$/gm)].map(
      ([, name, help]) => `| \`${name}\` | ${help}`,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((row) => !readme.includes(`\n${row}`))).toEqual([]);
  });
});
