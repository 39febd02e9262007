import type { Plugin } from 'vite';

/** The build environments of the first load. */
const environments = new Set(['script', 'client']);

/** Members that belong to class components, suspended and hydrated trees, and options for tools; a form has none of them. */
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
] as const;

/** Names of properties and elements that Preact compares with what is rendered, and that a form never uses. */
export const absentNames = [
  'style',
  'dangerouslySetInnerHTML',
  'math',
  'foreignObject',
  'template',
  'http://www.w3.org/1998/Math/MathML',
] as const;

/** Attributes that Preact never sets as properties, and that a form never has. */
export const absentAttributes = [
  'width',
  'height',
  'list',
  'form',
  'tabIndex',
  'download',
  'rowSpan',
  'colSpan',
  'popover',
] as const;

/** Flag bits of hydrated and of suspended nodes. */
const absentFlags = [32, 128] as const;

const read = (member: string) =>
  new RegExp(String.raw`(?<![\w$.])[\w$]+(?:\.[\w$]+)*\.${member}\b(?!\s*=[^=])`, 'g');

type Replacement = readonly [RegExp, string];

const replacements: readonly Replacement[] = [
  // What a suspended tree leaves between comments; a form has none.
  [/\(\w+=\w+\.__z\)&&(?=\()/g, '!1&&'],
  [/8==\w+\.nodeType&&!\w+\.data\.startsWith\("\$s"\)(?=;\);)/g, '!1'],
  [/\w+&&8==\w+\.nodeType(?=;\)\w+=\w+\.nextSibling;for)/g, '!1'],
  // What a page already has in the place: a form is drawn into one that is empty.
  [/9==\w+\.nodeType&&\(\w+=\w+\.documentElement\),/g, ''],
  [/\w+\?null:\w+\.firstChild\?\w+\.call\(\w+\.childNodes\):null/g, 'null'],
  [/(?<=\w+\?\w+\.__e:)\w+\.firstChild/g, 'null'],
  [/(?<=,)\w+\)for\(\w+=0;[^{]+\{\w+=\w+,\w+\[\w+\]=null;break\}/g, '0);'],
  [/"textarea"==\w+&&null!=\w+\.defaultValue\?null:\w+&&\w+\.call\(\w+\.childNodes\)/g, 'null'],
  [/!\w+&&\w+\)for\(\$=\{\},.+?\.value;/g, '0);'],
  [/\w+\?\w+\[0\]:(?=\w+\.__k&&)/g, ''],
  [/,\w+&&\w+\.some\(\w+\)(?=\),\w+&&)/g, ''],
  [/\w+&&"function"!=typeof \w+\|\|(?=\$\[)/g, ''],
  [/\w+&&"textarea"!=\w+\|\|/g, ''],
  [/\w+&&\w+\.data==\w+\|\|/g, ''],
  // What waits for a promise.
  [/\w+\|\|\w+\)if\(\w+&&\w+\.then\).*?some\(\w+\);else /g, '1)'],
  [/\w+&&\w+\.then\|\|/g, ''],
  // Built-in elements with another name.
  [/\w+\.is\?\w+:(?=\w+\))/g, ''],
  // All our components are functions.
  [/\(\w+=\w+\.prototype\)&&\w+\.render/g, '!1'],
  [/\w+\.prototype\.forceUpdate=function\(\w+\)\{.*?\},(?=\w+\.prototype\.render)/g, ''],
  [/"function"==typeof \w+&&\(\w+=\w+\(\w+\(\{\},\w+\),this\.props\)\),/g, ''],
  // Attributes from before SVG 2, and React's spellings.
  [/\.replace\(\/xlink\(H\|:h\)\/,"h"\)\.replace\(\/sName\$\/,"s"\)/g, ''],
  ...absentMembers.map((member) => [read(member), 'void 0'] as const),
  ...absentNames.map(
    (name) => [new RegExp(String.raw`"${name.replaceAll('.', '\\.')}"==\w+`, 'g'), '!1'] as const,
  ),
  ...absentFlags.map((bit) => [new RegExp(String.raw`\b${bit}&\w+\.\w+`, 'g'), '0'] as const),
  // The resume point of a suspended tree, and the checks for hydration mismatches.
  [read('__z'), '0'],
  [read('__m'), '0'],
  // The parent of a portal.
  [/\b\w+\.props\.__P\b/g, 'void 0'],
  [/\b\w+\.__P&&(?=\()/g, '!1&&'],
];

/** What a form does not use and the demo's page may: read after the replacements above. */
const formReplacements: readonly Replacement[] = [
  [/\w+\.__&&\w+\.__\(\w+,\w+\),/g, ''],
  // Listeners of the capture phase, and properties that have to be attributes.
  [/(?<=\w+=)\w+!=\(\w+=\w+\.replace\(\w+,"\$1"\)\)/g, '!1'],
  ...absentAttributes.map((name) => [new RegExp(String.raw`"${name}"!=\w+&&`, 'g'), ''] as const),
  [/"popover"==\w+&&1==\w+\?"":/g, ''],
  [/"value"==\w+&&"defaultValue"in \w+\|\|"checked"==\w+&&"defaultChecked"in \w+\|\|/g, ''],
  // What a server has drawn into the place.
  [/\(\w=\w&&0 *\)\?null:/g, ''],
  // A way to move what is in the page that only some browsers have.
  [/!\w+&&\w+\.moveBefore&&\w+\.parentNode\?\w+\.moveBefore\(\w+,\w+\):/g, ''],
  // Handlers that are texts.
  [/"function"!=typeof \w+&&\(\w+=null\),/g, ''],
  // A wrapper around every event, for React's.
  [/(?<=return \w+\()\w+\.event\?\w+\.event\(\w+\):/g, ''],
  // What a ref or an effect throws would be handed to a component that catches it.
  [/try(?=\{"function"==typeof \w+\?\w+\?\w+\.__x=)/g, ''],
  [/(?<=\.current=\w+\})catch\(\w+\)\{\w+\.__e\(\w+,\w+\)\}/g, ''],
  [/try\{(?=\w+=\w+\.__h,\w+\.__h=\[\])/g, ''],
  [/(?<=\.call\(\w+\)\}\))\}catch\(\w+\)\{\w+\.__e\(\w+,\w+\.__v\)\}/g, ''],
  // A component that catches what another one throws.
  [/for\(var \w+,\w+,\w+;\w+=\w+\.__;\)if\(.+?\}catch\(\w+\)\{\w+=\w+\}\}(?=throw \w+=0)/g, ''],
  // Contexts.
  [/\w+=\(\w+=void 0 *\)&&\w+\[\w+\.__c\],/g, ''],
  [/(?<=, *\w+=)\w+\?\w+\?\w+\.props\.value:\w+\.__:/g, ''],
  [/\w+&&\w+\.sub\(\w+\),/g, ''],
  [/\w+\.context=\w+,(?=\w+\.props)/g, ''],
  // State of a component: signals only have it drawn again.
  [/\w+\.state\|\|\(\w+\.state=\{\}\),/g, ''],
  [/\w+=\w+\.props,\w+=\w+\.state,(?=\w+\.__v)/g, ''],
  [/(?<=,\w+)\.__s,\w+(?=\)\))/g, ''],
  [/\w+\.state=\w+\.__s,/g, ''],
  [/(?<=\.render\(\w+\.props), *\w+\.context/g, ''],
  [/\w+\.push\.apply\(\w+\.__h,\w+\.__k\),\w+\.__k=\[\],/g, ''],
  [/(?<=\w+\.__h=\[\]),\w+\.__k=\[\]/g, ''],
  [/var \w+=this\.__s;.+?,(?=this\.__v&&\(\w+&&this\.__k)/g, ''],
  [/\w+&&this\.__k\.push\(\w+\),/g, ''],
  [/(?<=\w\(this\)\))\)(?=\}, *\w+\.prototype\.render)/g, ''],
];

/** In its hooks: effects that run after paint, state, ids, names for tools. The demo has some; a form subscribes immediately. */
const hookReplacements: readonly Replacement[] = [
  [/\w+\.__=function\(\w+,\w+\)\{.+?\},(?=\w+\.__r=)/g, ''],
  [/,\w+=\w+\.__(?=;function)/g, ''],
  [/\w+\.__h&&\w+\.__h\(\w+,\w+,\w+\|\|\w+\),\w+=0;/g, ''],
  [/(?<=return )\w+=[58],/g, ''],
  // What other tools had hooked in before; signals come after.
  [/(?<=function\(n\)\{)(\w)&&\1\(n\)[,;]/g, ''],
  [/(?<==null),(\w)&&\1\(n\)(?=\})/g, ''],
  [/,(\w)&&\1\(n,t\)(?=\},a\.unmount)/g, ''],
  [/\w+\.__N&&\(\w+\.__=\w+\.__N\),/g, ''],
  [/\w+\.__N=(?=void 0)/g, ''],
  [/!\w+\.__s&&/g, ''],
  [/\w+\.__P=!1,/g, ''],
  [/\w+\.__H\.__h\.length&&\w+\(\w+\.push\(\w+\)\),/g, ''],
  [/try\{(?=\w+\.__h\.some\(\w+\),\w+\.__h=\w+\.__h\.filter)/g, ''],
  [/(?<=\)\}\))\}catch\(\w+\)\{\w+\.__h=\[function\(\)\{throw \w+\}\]\}(?=\}\))/g, ''],
  [/\w+\.__P&&\w+\.__c(?=\)\{)/g, '!1'],
  [/(?<=\.some\(function\(\w\)\{)try(?=\{if\()/g, ''],
  [/(?<=else \w\(\w\)\})catch\(\w\)\{\w=\w\}/g, ''],
  [/,\w&&\w\.__e\(\w,\w\.__v\)(?=\)\};)/g, ''],
];

/** In what JSX becomes: names for tools, and elements without attributes, which the compiler never writes so. */
const jsxReplacements: readonly Replacement[] = [
  [/(?<=\{)\w\|\|\(\w=\{\}\);(?=var \w,\w,\w=\w;if\("ref"in)/g, ''],
  [/\(\w\|\|\w\)&&\(\w\.__source=\w,\w\.__self=\w\),/g, ''],
];

/** In signals: debug names, watch callbacks, and conversions other than reading `value`. */
const coreReplacements: readonly Replacement[] = [
  [/\w+\.prototype\.brand=\w+;/g, ''],
  [/,\{name:"sub"\}/g, ''],
  // Nodes, effects and functions: nothing that is false otherwise.
  [/void 0!==(?=[\w.]+[)&;])/g, ''],
  [/void 0===(?=[\w.]+[)|&;])/g, '!'],
  // An effect whose own clearing up fails, or that fails when it is made.
  [/catch\(\w\)\{\w\.f&=-2;\w\.f\|=8;\w\(\w\);throw \w\}(?=finally)/g, ''],
  [/try(?=\{\w\.c\(\)\}catch\(\w\)\{\w\.d\(\))/g, ''],
  [/(?<=\{\w\.c\(\)\})catch\(\w\)\{\w\.d\(\);throw \w\}/g, ''],
  [/"Cycle detected"/g, ''],
  // Effects collected for a model.
  [/(?<=var \w+=\w+),\w+=\w+(?=;\w+=void 0;\w+=void 0;try)/g, ''],
  [/(?<=\w+=void 0;)\w+=void 0;(?=try\{return \w+\(\)\}finally)/g, ''],
  [/(?<=finally\{\w+=\w+);\w+=\w+(?=\}\}var)/g, ''],
  [/if\(\w+\)\w+\.push\(this\);?(?=\})/g, ''],
  [/if\(\w+!==this\)throw new Error\("Out-of-order effect"\);/g, ''],
  [/\w+\(function\(\)\{var (\w+);null==\(\1=\w+\.[WZ]\)\|\|\1\.call\(\w+\)\}\)/g, '0'],
  [/this\.(W|Z|name)=null==\w+\?void 0:\w+\.(un)?(watched|name);?/g, ''],
  [/\w+\.prototype\.(valueOf|toString|toJSON)=function\(\)\{return this\.value(\+"")?\};/g, ''],
  [/\w+\.prototype\.dispose=function\(\)\{this\.d\(\)\};/g, ''],
  [/(?<=bind\(\w+\);)\w+\[Symbol\.dispose\]=\w+;/g, ''],
];

/** In its signals binding: signals rendered directly as text or attribute, without a component that reads them. */
const signalReplacements: readonly Replacement[] = [
  [/"function"==typeof \w+\.type\?\w+\.type\.displayName\|\|\w+\.type\.name:""/g, '""'],
  [/\w+\.displayName="ReactiveTextNode";/, ''],
  [/Object\.defineProperties\(\w+\.prototype,\{constructor:.*?configurable:!0,value:1\}\}\);/, ''],
  [/"string"==typeof \w+\.type/g, '!1'],
  [/"undefined"!=typeof window&&!!window\.__PREACT_SIGNALS_DEVTOOLS__/, '!1'],
];

/** In the same: what belongs to state, suspended trees and tools. */
const signalFormReplacements: readonly Replacement[] = [
  [/\w\(function\(\)\{\w=this\.N\}\)\(\);/g, ''],
  [/,\{name:\w\}/g, ''],
  [/\w+\("__h",function\(\w+,\w+,\w+,\w+\)\{.+?\}\);/g, ''],
  [/if\(this\.__R\)return!0;/g, ''],
  [/(?<=if\()this\.__f\|\|"boolean"==typeof this\.u&&!0===this\.u/g, '!1'],
  [/"__source"!==\w+&&/g, ''],
  [/for\(var \w+ in \w+\)return!0;/g, ''],
];

/** Throws when there is nothing to replace, because another version of Preact is written differently. */
function replaceAll(code: string, pairs: typeof replacements): string {
  return pairs.reduce((text, [pattern, value]) => {
    if (text.search(pattern) < 0) throw new Error(`Preact has no ${pattern} any more.`);
    // Padded to the same length, so that the source map still fits.
    return text.replace(pattern, (found) => value.padEnd(found.length));
  }, code);
}

export const trimPreact = (code: string): string => replaceAll(code, replacements);
export const trimForForm = (code: string): string => replaceAll(trimPreact(code), formReplacements);
export const trimSignals = (code: string): string => replaceAll(code, signalReplacements);
export const trimSignalsForForm = (code: string): string =>
  replaceAll(trimSignals(code), signalFormReplacements);
export const trimSignalsCore = (code: string): string => replaceAll(code, coreReplacements);
export const trimJsx = (code: string): string => replaceAll(code, jsxReplacements);
export const trimHooks = (code: string): string => replaceAll(code, hookReplacements);

/** The replacements by the end of a file's name. */
const trims: readonly (readonly [RegExp, (code: string) => string, ReadonlySet<string>])[] = [
  [/\/preact\/dist\/preact\.mjs$/, trimForForm, new Set(['script'])],
  [/\/preact\/dist\/preact\.mjs$/, trimPreact, environments],
  [/\/preact\/jsx-runtime\/dist\/jsxRuntime\.mjs$/, trimJsx, new Set(['script'])],
  [/\/preact\/hooks\/dist\/hooks\.mjs$/, trimHooks, new Set(['script'])],
  [/\/@preact\/signals\/dist\/signals\.m(odule\.)?js$/, trimSignalsForForm, new Set(['script'])],
  [/\/@preact\/signals\/dist\/signals\.m(odule\.)?js$/, trimSignals, environments],
  [/\/@preact\/signals-core\/dist\/signals-core\.m(odule\.)?js$/, trimSignalsCore, environments],
];

/** Told what never happens, the minifier drops Preact's code for it: a thirtieth of the first load. */
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
