import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  absentMembers,
  absentNames,
  trimHooks,
  trimPreact,
  trimSignals,
  trimSignalsCore,
} from './trim-preact.ts';

const read = (file: string) => readFileSync(new URL(`../../node_modules/${file}`, import.meta.url), 'utf8');
const preact = read('preact/dist/preact.mjs');
const signals = read('@preact/signals/dist/signals.module.js');
const core = read('@preact/signals-core/dist/signals-core.module.js');
const hooks = read('preact/hooks/dist/hooks.mjs');

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
  expect([...drawn, ...used]).toEqual([]);
  expect(text).not.toMatch(/extends Component\b|createPortal|createContext|hydrate\(/);
  expect(text).not.toMatch(
    /\buse(Effect|State|Reducer|Context|ErrorBoundary)\b|xlink|Symbol\.dispose|unwatched|\bis=|defaultValue=|forceUpdate|setState\(/,
  );
});

test('what is left of Preact is a program still, as long as it was', () => {
  const trimmed = trimPreact(preact);
  expect(trimmed).toHaveLength(preact.length);
  expect(trimmed).not.toContain('getSnapshotBeforeUpdate');
  expect(trimSignals(signals)).toHaveLength(signals.length);
  expect(trimSignals(signals)).not.toContain('ReactiveTextNode');
  expect(trimSignalsCore(core)).toHaveLength(core.length);
  expect(trimSignalsCore(core)).not.toContain('toJSON');
  expect(trimHooks(hooks)).toHaveLength(hooks.length);
});

test('a version that is written in another way stops the build', () => {
  expect(() => trimPreact('export const h = 1;')).toThrow('Preact has no');
});
