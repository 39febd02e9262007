import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sampleForms } from './sandbox/sample-forms.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');
const commands: unknown = JSON.parse(readFileSync(`${root}package.json`, 'utf8')).scripts;

const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? '');
const scripts = [...readme.matchAll(/npm run (?:--silent )?([a-z:-]+)/g)].map((match) => match[1] ?? '');

describe('the README', () => {
  test('leads to files that exist', () => {
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !existsSync(`${root}${link}`))).toEqual([]);
  });

  test('names commands that exist', () => {
    expect(scripts.filter((script) => !Object.hasOwn(Object(commands), script))).toEqual([]);
  });

  test('lists the sample forms that the demo and the tests use', () => {
    const listed = [...readme.matchAll(/^\| `([a-z-]+)` \| (?!`)/gm)].map((match) => match[1]);
    expect(listed).toEqual(expect.arrayContaining(sampleForms.map((form) => form.name)));
  });

  test('walks from a keystroke to the POST in seven links, each naming a function that is there', () => {
    const walk = [...readme.matchAll(/^\d\. .*?\[`(\w+)`\]\((src\/[^)]+)\)/gm)];
    expect(walk).toHaveLength(7);
    const astray = walk.filter(
      ([, name, file]) => !readFileSync(`${root}${file}`, 'utf8').includes(`${name}`),
    );
    expect(astray).toEqual([]);
  });
});
