import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { attributeNames, formEventNames } from './browser/host/host.ts';
import { errorCodes } from './core/model/failure.ts';
import { sampleForms } from './sandbox/sample-forms.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');
const guides = readdirSync(`${root}public/docs`).filter((file) => file.endsWith('.md'));
const pages = ['README.md', ...guides.map((file) => `public/docs/${file}`)];
const everyPage = pages.map(read).join('\n');
const commands: unknown = JSON.parse(read('package.json')).scripts;

const scripts = [...everyPage.matchAll(/npm run (?:--silent )?([a-z:-]+)/g)].map((match) => match[1] ?? '');
/** Returns the first cell of each row in a page's tables. */
const rowsOf = (page: string) => [...read(page).matchAll(/^\| (.+?) \|/gm)].map((match) => match[1] ?? '');

describe('the README', () => {
  test('has at most 5 kB and links to every guide', () => {
    expect(statSync(`${root}README.md`).size).toBeLessThanOrEqual(5_000);
    expect(guides.filter((file) => !read('README.md').includes(`(public/docs/${file})`))).toEqual([]);
  });
});

describe('the documents', () => {
  test('name commands that exist', () => {
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((script) => !Object.hasOwn(Object(commands), script))).toEqual([]);
  });

  test('list the sample forms that the demo and the tests use', () => {
    const listed = [...read('public/docs/sandbox.md').matchAll(/^\| `([a-z-]+)` \| (?!`)/gm)];
    expect(listed.map((match) => match[1])).toEqual(sampleForms.map((form) => form.name));
  });

  test('name an existing function in each of the eight steps of an answer', () => {
    const page = 'src/README.md';
    const walk = [...read(page).matchAll(/^\d\. .*?\[`(\w+)`\]\(([^)]+)\)/gm)];
    expect(walk).toHaveLength(8);
    const astray = walk.filter(([, name, file]) => !read(`${dirname(page)}/${file}`).includes(`${name}`));
    expect(astray).toEqual([]);
  });

  test('have a row for every attribute and every event of the element', () => {
    const missing = [...attributeNames, ...formEventNames].filter(
      (name) => !rowsOf('public/docs/api.md').includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
  });

  test('quote lines that the form really writes to the console', () => {
    const lines = [
      ...read('public/docs/embedding.md').matchAll(/^\| `([a-z][a-z ]+[a-z=]*)`[^|]*\| (?!.*\|.*\|)/gm),
    ];
    const sources = [
      'diagnosis/diagnosis.ts',
      'session/session.ts',
      'details/prefill.ts',
      'frame/frame-page.ts',
    ];
    const text = sources.map((file) => read(`src/browser/${file}`)).join('\n');
    const quoted = lines.map(([, line = '']) => line).filter((line) => line.includes(' '));
    expect(quoted.length).toBeGreaterThan(10);
    expect(quoted.filter((line) => !text.includes(line))).toEqual([]);
  });

  test('have a row for every error code of the proxy that a form shows', () => {
    const text = read('public/docs/api.md');
    expect(errorCodes.filter((code) => !text.includes(`| \`${code}\` |`))).toEqual([]);
  });

  test('have a row for every design token, with its default value', () => {
    const sheets = ['tokens.css', 'form.css'];
    const styles = sheets.map((file) => read(`src/ui/styles/${file}`)).join('\n');
    const plain = [...styles.matchAll(/var\((--apply-[\w-]+), ([\d.]+\w*)\)/g)];
    expect(new Set(plain.map(([, name]) => name)).size).toBe(9);
    const table = read('public/docs/theming.md');
    const wrong = plain.filter(([, name, value]) => !table.includes(`\n| \`${name}\` | \`${value}\` |`));
    expect(wrong).toEqual([]);
    const names = [...styles.matchAll(/var\((--apply-(?!paper|ink|ground|_)[\w-]+)/g)].map(
      ([, name]) => `\`${name}\``,
    );
    expect(names.filter((name) => !rowsOf('public/docs/theming.md').includes(name))).toEqual([]);
  });
});
