import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CODE_KEPT, LESSON_KEPT, REVOCATION_KEPT } from './core/model/ports.ts';
import { defaultRules } from './server/delivery/dependencies.ts';
import { STAGED_FOR } from './server/http/forms/limits.ts';

const page = readFileSync(new URL('../public/docs/privacy.md', import.meta.url), 'utf8');
const DAY = 86_400_000;
const days = (milliseconds: number) => `${milliseconds / DAY} days`;

/** The retention period that a row of the page's table states. */
const until = (what: string): string =>
  page
    .split('\n')
    .find((line) => line.startsWith(`| ${what}`))
    ?.split(' | ')
    .at(-1) ?? '';

/** Of what is kept for its own time, the row of the page. */
const rows: Readonly<Record<string, string>> = {
  payloads: 'Answers',
  fingerprints: 'That a submission was here',
  consents: 'Consents',
};

test.each<readonly [string, string]>([
  ...Object.entries(defaultRules.retention).map(([kind, time]) => [rows[kind] ?? kind, days(time)] as const),
  ['Staged files', `${(STAGED_FOR / DAY) * 24} hours`],
  ['Staged files', days(defaultRules.retention.fingerprints)],
  ['What the service demanded', days(LESSON_KEPT)],
  ['Codes of links', CODE_KEPT === DAY ? 'a day' : days(CODE_KEPT)],
  ['Revoked sessions', days(REVOCATION_KEPT)],
])('the privacy page says of %s what the code does: %s', (what, time) => {
  expect(until(what)).toContain(time);
});

test('and gives the commands with the words that they know', () => {
  const words = [...page.matchAll(/attention -- (\w+)/g)].map(([, word]) => word);
  expect(new Set(words)).toEqual(new Set(['find', 'export', 'erase']));
});
