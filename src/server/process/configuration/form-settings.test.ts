/** The example of the documents is a configuration that starts, and shows every member. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { askedNames } from '../../../core/model/details.ts';
import { readConfiguration } from './configuration.ts';
import { formMembers } from './form-schema.ts';

const page = readFileSync(new URL('../../../../public/docs/deploying.md', import.meta.url), 'utf8');
const [, example = ''] =
  /<!-- form-settings\.test\.ts reads it -->\n```json\n([\s\S]*?)\n```/.exec(page) ?? [];

const service = {
  APPLY_SERVICE_URL: 'https://company.example.com',
  APPLY_SERVICE_KEY: 'key',
  APPLY_SECRET: 'an-own-secret-of-thirty-two-letters-and-more',
  APPLY_ADMIN_KEY: 'an-own-admin-key-of-thirty-two-letters',
};

test('the example is a right configuration, of which all arrives', () => {
  const read = readConfiguration({ ...service, APPLY_CONFIG: example });
  if (!read.ok) throw new Error(read.error.join('\n'));
  const { jobs, ...form } = JSON.parse(example).tenants.default;
  expect(read.value.tenants[0]).toMatchObject({ form, jobs });
  expect(Object.keys({ ...form, ...jobs['4711'] }).sort()).toEqual([...formMembers].sort());
});

test('the table of the page has every member and every detail', () => {
  const section = page.slice(page.indexOf('\n## What a form asks'), page.indexOf('\n## In production'));
  const rows = [...section.matchAll(/^\| (.+?) \|/gm)].map(([, cell = '']) => cell).join();
  expect(formMembers.filter((name) => !rows.includes(`\`${name}\``))).toEqual([]);
  expect(askedNames.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});
