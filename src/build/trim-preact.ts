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
export const absentNames = [
  'style',
  'dangerouslySetInnerHTML',
  'math',
  'foreignObject',
  'template',
  'http://www.w3.org/1998/Math/MathML',
] as const;

/** Bits of a node that is hydrated, and of one that is suspended. */
const absentFlags = [32, 128] as const;

const read = (member: string) =>
  new RegExp(String.raw`(?<![\w$.])[\w$]+(?:\.[\w$]+)*\.${member}\b(?!\s*=[^=])`, 'g');

type Replacement = readonly [RegExp, string];

const replacements: readonly Replacement[] = [
  // What a suspended tree has left between comments.
  [/\(\w+=\w+\.__z\)&&(?=\()/g, '!1&&'],
  [/&&!\w+\.data\.startsWith\("\$s"\)(?=;\);)/g, ''],
  // Components are functions.
  [/\(\w+=\w+\.prototype\)&&\w+\.render/g, '!1'],
  // Attributes of the time before SVG 2, and React's spelling.
  [/\.replace\(\/xlink\(H\|:h\)\/,"h"\)\.replace\(\/sName\$\/,"s"\)/g, ''],
  ...absentMembers.map((member) => [read(member), 'void 0'] as const),
  ...absentNames.map(
    (name) => [new RegExp(String.raw`"${name.replaceAll('.', '\\.')}"==\w+`, 'g'), '!1'] as const,
  ),
  ...absentFlags.map((bit) => [new RegExp(String.raw`\b${bit}&\w+\.\w+`, 'g'), '0'] as const),
  // Where a suspended tree goes on, and what looks for differences while one is hydrated.
  [read('__z'), '0'],
  [read('__m'), '0'],
  // The parent of a portal.
  [/\b\w+\.props\.__P\b/g, 'void 0'],
  [/\b\w+\.__P&&(?=\()/g, '!1&&'],
];

/** Of its hooks: effects that run after the page is painted. The demo has some; a form measures and listens at once. */
const hookReplacements: readonly Replacement[] = [
  [/\w+\.__H\.__h\.length&&\w+\(\w+\.push\(\w+\)\),/g, ''],
  [/\w+\.__P&&\w+\.__c(?=\)\{)/g, '!1'],
];

/** Of signals: their names and others who listen, and what they are where they are not read by `value`. */
const coreReplacements: readonly Replacement[] = [
  [/\w+\(function\(\)\{var (\w+);null==\(\1=\w+\.[WZ]\)\|\|\1\.call\(\w+\)\}\)/g, '0'],
  [/this\.(W|Z|name)=null==\w+\?void 0:\w+\.(un)?(watched|name);?/g, ''],
  [/\w+\.prototype\.(valueOf|toString|toJSON)=function\(\)\{return this\.value(\+"")?\};/g, ''],
  [/\w+\.prototype\.dispose=function\(\)\{this\.d\(\)\};/g, ''],
  [/(?<=bind\(\w+\);)\w+\[Symbol\.dispose\]=\w+;/g, ''],
];

/** Of its binding to signals: those that are drawn themselves, as text or attribute, without a component that reads them. */
const signalReplacements: readonly Replacement[] = [
  [/"function"==typeof \w+\.type\?\w+\.type\.displayName\|\|\w+\.type\.name:""/g, '""'],
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
export const trimSignalsCore = (code: string): string => replaceAll(code, coreReplacements);
export const trimHooks = (code: string): string => replaceAll(code, hookReplacements);

/** Each by the end of its file's name, and where. */
const trims: readonly (readonly [RegExp, (code: string) => string, ReadonlySet<string>])[] = [
  [/\/preact\/dist\/preact\.mjs$/, trimPreact, environments],
  [/\/preact\/hooks\/dist\/hooks\.mjs$/, trimHooks, new Set(['script'])],
  [/\/@preact\/signals\/dist\/signals\.m(odule\.)?js$/, trimSignals, environments],
  [/\/@preact\/signals-core\/dist\/signals-core\.m(odule\.)?js$/, trimSignalsCore, environments],
];

/** Told what never happens, the minifier leaves out what Preact has for it: a thirtieth part of the first load. */
export function leaveOutOfPreact(): Plugin {
  return {
    name: 'leave-out-of-preact',
    apply: 'build',
    transform: {
      filter: { id: trims.map(([file]) => file) },
      handler(code, id) {
        const { name } = this.environment;
        const trim = trims.find(([file, , places]) => file.test(id) && places.has(name));
        return trim ? { code: trim[1](code), map: null } : null;
      },
    },
  };
}
