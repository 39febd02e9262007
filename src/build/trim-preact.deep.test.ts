import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import {
  absentAttributes,
  absentMembers,
  absentNames,
  trimForForm,
  trimHooks,
  trimJsx,
  trimPreact,
  trimSignals,
  trimSignalsCore,
  trimSignalsForForm,
} from './trim-preact.ts';

const read = (file: string) => readFileSync(new URL(`../../node_modules/${file}`, import.meta.url), 'utf8');
const preact = read('preact/dist/preact.mjs');
const signals = read('@preact/signals/dist/signals.module.js');
const core = read('@preact/signals-core/dist/signals-core.module.js');
const hooks = read('preact/hooks/dist/hooks.mjs');
const jsx = read('preact/jsx-runtime/dist/jsxRuntime.mjs');

/** All sources rendered with the form's own copy of Preact. */
const sources = ['ui', 'browser', 'inspector'].flatMap((name) => {
  const folder = new URL(`../${name}/`, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test|\.support/.test(name))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
});

test('nothing that is left out of Preact is used by what a form draws', () => {
  const text = sources.join('\n').replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '');
  const drawn = absentNames.filter((name) => new RegExp(`<${name}\\b|\\b${name}=`).test(text));
  const lifeCycle = absentMembers.filter((member) => /^[a-z]/.test(member));
  const used = lifeCycle.filter((member) => new RegExp(`\\b${member}\\b`).test(text));
  const set = absentAttributes.filter((name) =>
    new RegExp(`<[a-z]\\w*\\s(?:[^<>]|=>)*?\\b${name}=`).test(text),
  );
  expect([...drawn, ...used, ...set]).toEqual([]);
  expect(text).not.toMatch(/extends Component\b|createPortal|createContext|hydrate\(/);
  expect(text).not.toMatch(
    /\buse(Effect|State|Reducer|Context|ErrorBoundary)\b|xlink|Symbol\.dispose|unwatched|\bis=|defaultValue=|forceUpdate|setState\(|\bon\w+Capture=/,
  );
});

test.each([
  ['what is drawn', trimPreact, preact, 'getSnapshotBeforeUpdate'],
  ['what is drawn in a form', trimForForm, preact, 'Capture$1'],
  ['JSX', trimJsx, jsx, '__source'],
  ['hooks', trimHooks, hooks, '.__N&&(n.__=n.__N)'],
  ['signals in what is drawn', trimSignals, signals, 'ReactiveTextNode'],
  ['signals in a form', trimSignalsForForm, signals, '__source'],
  ['signals', trimSignalsCore, core, 'toJSON'],
])('what is left of %s is a program still, as long as it was', (_name, trim, code, gone) => {
  const trimmed = trim(code);
  expect(trimmed).toHaveLength(code.length);
  expect(trimmed).not.toContain(gone);
  expect(() => parseAst(trimmed)).not.toThrow();
});

test('a version that is written in another way stops the build', () => {
  expect(() => trimPreact('export const h = 1;')).toThrow('Preact has no');
});
