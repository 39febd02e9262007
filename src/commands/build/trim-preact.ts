import type { Plugin } from 'vite';

/** What a visitor loads before the form is there. */
const environments = new Set(['script', 'client']);

/** Read of classes, of suspended and hydrated trees, and of options for tools: a form has none of them. */
export const absentMembers = [
  'getDerivedStateFromProps',
  'getDerivedStateFromError',
  'componentDidCatch',
  'componentWillMount',
  'componentDidMount',
  'componentWillReceiveProps',
  'componentWillUpdate',
  'componentDidUpdate',
  'componentWillUnmount',
  'getSnapshotBeforeUpdate',
  'getChildContext',
  'contextType',
  'debounceRendering',
  'vnode',
  'then',
] as const;

/** Names of properties and elements that are compared with what is drawn. */
export const absentNames = ['dangerouslySetInnerHTML', 'math', 'foreignObject', 'template'] as const;

/** Bits of a node that is hydrated, and of one that is suspended. */
const absentFlags = [32, 128] as const;

const read = (member: string) =>
  new RegExp(String.raw`(?<![\w$.])[\w$]+(?:\.[\w$]+)*\.${member}\b(?!\s*=[^=])`, 'g');

const replacements: readonly (readonly [RegExp, string])[] = [
  ...absentMembers.map((member) => [read(member), 'void 0'] as const),
  ...absentNames.map((name) => [new RegExp(String.raw`"${name}"==\w+`, 'g'), '!1'] as const),
  ...absentFlags.map((bit) => [new RegExp(String.raw`\b${bit}&\w+\.\w+`, 'g'), '0'] as const),
  // Where a suspended tree goes on, and what looks for differences while one is hydrated.
  [read('__z'), '0'],
  [read('__m'), '0'],
  // The parent of a portal.
  [/\b\w+\.props\.__P\b/g, 'void 0'],
];

/** Of its binding to signals: those that are drawn themselves, as text or attribute, without a component that reads them. */
const signalReplacements: readonly (readonly [RegExp, string])[] = [
  [/\w+\.displayName="ReactiveTextNode";/, ''],
  [/Object\.defineProperties\(\w+\.prototype,\{constructor:.*?configurable:!0,value:1\}\}\);/, ''],
  [/"string"==typeof \w+\.type/g, '!1'],
  [/"undefined"!=typeof window&&!!window\.__PREACT_SIGNALS_DEVTOOLS__/, '!1'],
];

/** Throws where there is nothing to replace: another version is written in another way. */
function replaceAll(code: string, pairs: typeof replacements): string {
  return pairs.reduce((text, [pattern, value]) => {
    if (text.search(pattern) < 0) throw new Error(`Preact has no ${pattern} any more.`);
    // As long as it was, so that the source map still fits.
    return text.replace(pattern, (found) => value.padEnd(found.length));
  }, code);
}

export const trimPreact = (code: string): string => replaceAll(code, replacements);
export const trimSignals = (code: string): string => replaceAll(code, signalReplacements);

/** Told what never happens, the minifier leaves out what Preact has for it: a thirtieth part of the first load. */
export function leaveOutOfPreact(): Plugin {
  return {
    name: 'leave-out-of-preact',
    apply: 'build',
    transform: {
      filter: { id: /\/(preact\/dist\/preact\.mjs|@preact\/signals\/dist\/signals\.m(odule\.)?js)$/ },
      handler(code, id) {
        if (!environments.has(this.environment.name)) return null;
        return { code: id.endsWith('preact.mjs') ? trimPreact(code) : trimSignals(code), map: null };
      },
    },
  };
}
