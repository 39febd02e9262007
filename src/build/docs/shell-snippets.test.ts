/** Every block of shell commands in the documents parses, and names commands, files and variables that exist. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { variableNames } from '../../server/process/configuration/variables.ts';
import { snippetsOf } from './snippets.support.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const blocks = snippetsOf('sh').map((snippet) => ({ ...snippet, place: `${snippet.page}:${snippet.line}` }));
const all = blocks.map(({ text }) => text).join('\n');
const named = (pattern: RegExp) => [...new Set([...all.matchAll(pattern)].map(([, name = '']) => name))];

const parses = (script: string) => spawnSync('bash', ['-n', '-c', script]).status === 0;

test.each(blocks)('the shell commands of $place parse', ({ text }) => {
  expect(parses(text)).toBe(true);
});

test('the test finds a command that does not parse (control)', () => {
  expect(parses("echo 'open")).toBe(false);
});

/** `apply-form` is the command on a machine that was installed as the page describes. */
const commandsOfServer = /(?:\bapply-form-server|^apply-form) ([a-z][\w-]*)/gm;

test('every command that a page names exists', () => {
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
    read('package.json'),
  );
  const commands = read('src/cli/apply-form-server.ts');
  const unknown = [
    ...named(/\bnpm run (?:--silent )?([\w:-]+)/g).filter((name) => !Object.hasOwn(scripts, name)),
    ...named(commandsOfServer).filter((name) => !commands.includes(`\n  ${name} `)),
  ];
  expect(unknown).toEqual([]);
  expect(named(commandsOfServer).length).toBeGreaterThan(3);
});

test('every file of ours that a page names exists', () => {
  const files = [
    ...named(/ -- ((?:src|e2e)\/\S+\.tsx?)\b/g),
    ...named(
      /\b(apply-form[\w@-]*\.(?:service|timer|socket|sh)|\.env\.example|Containerfile|nginx\.conf)\b/g,
    ).map((name) => `public/docs/operating/${name}`),
  ];
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
});

test('every variable that a page sets belongs to the server', () => {
  const variables = named(/\b(APPLY_[A-Z_]+)=/g);
  expect(variables.length).toBeGreaterThan(5);
  const known: readonly string[] = variableNames;
  expect(variables.filter((name) => !known.includes(name.replace(/_FILE$/, '')))).toEqual([]);
});
