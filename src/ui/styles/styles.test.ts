import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const here = new URL('./', import.meta.url);
const sheet = (name: string) => readFileSync(new URL(name, here), 'utf8');
const imported = [...sheet('../styles.css').matchAll(/@import "\.\/styles\/([\w-]+\.css)"/g)];
const bundles = [imported.map(([, one = '']) => one), ['filling.css', 'steps.css']] as const;
const [first = '', filling = ''] = bundles.map((names) => names.map(sheet).join('\n'));

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');
const declared = (css: string) => [...withoutComments(css).matchAll(/(--[\w-]+):/g)].map(([, name]) => name);
const read = (css: string) => [...withoutComments(css).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);

/** Custom properties pass through a shadow root, so a host's own `--paper` would colour the form. */
const notOurs = (css: string, known: readonly unknown[]) =>
  read(css).filter((name) => !name?.startsWith('--apply-') && !known.includes(name));

/** Removes the blocks behind `@supports (color: …)` of these colours. */
function withoutSupports(css: string, colours: readonly string[]): string {
  for (const colour of colours) {
    const start = css.indexOf(`@supports (color: ${colour})`);
    if (start < 0) continue;
    let [end, depth] = [css.indexOf('{', start) + 1, 1];
    for (; depth > 0; end += 1) depth += { '{': 1, '}': -1 }[css.charAt(end)] ?? 0;
    return withoutSupports(css.slice(0, start) + css.slice(end), colours);
  }
  return css;
}

/** Splits a selector list at commas outside brackets. */
const splitList = (selector: string): string[] => selector.split(/,(?![^(]*\))/);

/** Properties that stay on the wrong side in a right-to-left language. Text is an exception: see `tokens.css`. */
const sided =
  /(?:^|[\s;{])(?:(?:margin|padding|border|inset)-(?:left|right|top|bottom)|left|right|width|height|(?:min|max)-(?:width|height)) *:/gm;

describe('the styles of the form', () => {
  test('read no custom property of the page except the tokens', () => {
    expect(notOurs(first, declared(first))).toEqual([]);
    expect(notOurs(filling, [...declared(first), ...declared(filling)])).toEqual([]);
    expect(notOurs('a { color: var(--paper); }', [])).toEqual(['--paper']);
  });

  test('need nothing that only the filling file declares', () => {
    expect(
      read(first).filter((name) => !declared(first).includes(name) && declared(filling).includes(name)),
    ).toEqual([]);
  });

  test('prefix every class, so that no framework of the host matches it in light mode', () => {
    const classesIn = (css: string) =>
      [...withoutComments(css).matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name);
    const foreign = (css: string) => classesIn(css).filter((name) => !/^af(-|$)/.test(name ?? ''));
    expect(foreign(first + filling)).toEqual([]);
    expect(foreign('.row { margin: 0; }')).toEqual(['row']);
  });

  test.each([
    { colour: /color-mix\(/, gate: 'color-mix(in srgb, red, red)', since: 'Chrome 111' },
    {
      colour: /oklch\(from |color-mix\([^)]*currentColor/,
      gate: 'oklch(from red l c h)',
      since: 'Chrome 119',
    },
  ])('keep a colour that only $since computes behind @supports', ({ colour, gate }) => {
    const gates = [gate, 'oklch(from red l c h)'];
    const open = (css: string) => withoutSupports(withoutComments(css), gates).match(colour);
    expect(open(first)).toBeNull();
    expect(open(filling)).toBeNull();
    const rule = 'a { color: color-mix(in srgb, currentColor 9%, red); }';
    expect(open(rule)).not.toBeNull();
    expect(open(`@supports (color: ${gate}) { ${rule} }`)).toBeNull();
  });

  test('put selectors of newer browsers in their own rules, since others drop the whole list', () => {
    const lists = (css: string) =>
      [...withoutComments(css).matchAll(/([^{};]+)\{/g)]
        .map(([, selector = '']) => selector.trim())
        .filter((selector) => !selector.startsWith('@') && selector.includes(':has('))
        .filter((selector) => splitList(selector).some((one) => !one.includes(':has(')));
    expect(lists(first + filling)).toEqual([]);
    expect(lists('a:has(b), c { color: red; }')).toEqual(['a:has(b), c']);
  });

  test('use no left and right, so that they work in every direction', () => {
    expect(withoutComments(first + filling).match(sided)).toBeNull();
    expect('a { margin-left: 1px; }').toMatch(sided);
  });
});

/** Folders whose style sheets load together. */
const sheets = {
  form: ['ui/styles', 'browser/pages'],
  'our own pages': ['pages', 'pages/attention', 'pages/docs', 'demo', 'inspector'],
};

const systemColour =
  /^(?:Canvas|CanvasText|LinkText|VisitedText|ActiveText|Button\w+|Field|FieldText|Highlight\w*|SelectedItem\w*|Mark|MarkText|GrayText|AccentColor\w*)$/i;

const stripped = (css: string) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@media[^{]*(?:forced-colors|print)[^{]*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '');

/** Resolves a value for a host that sets no token. */
function colourOf(value: string, tokens: ReadonlyMap<string, string>): string {
  const [, name = '', fallback = ''] = /^var\((--[\w-]+)(?:,\s*(.+))?\)$/s.exec(value.trim()) ?? [];
  if (!name) return value.trim();
  const own = name.startsWith('--apply-color') ? undefined : tokens.get(name);
  return colourOf(own ?? fallback, tokens);
}

/** Tokens and rules that mix a system colour with ours: recolouring a page would change only one of them. */
function halfSystem(css: string): string[] {
  const rules = [...stripped(css).matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    set: new Map(
      [...body.matchAll(/([\w-]+)\s*:\s*([^;]+)/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  }));
  const tokens = new Map(rules.flatMap(({ set }) => [...set].filter(([name]) => name.startsWith('--'))));
  const isSystem = (value: string | undefined) => systemColour.test(colourOf(value ?? '', tokens));
  return [
    ...[...tokens].filter(([, value]) => isSystem(value)).map(([name]) => name),
    ...rules
      .filter(
        ({ set }) =>
          isSystem(set.get('color')) !== isSystem(set.get('background') ?? set.get('background-color')),
      )
      .map(({ selector }) => selector),
  ];
}

describe('colours', () => {
  test.each(Object.entries(sheets))('of the %s never mix a system colour with one of ours', (_, folders) => {
    const css = folders.flatMap((folder) => {
      const path = new URL(`../../${folder}/`, here);
      return readdirSync(path)
        .filter((name) => name.endsWith('.css'))
        .map((name) => readFileSync(new URL(name, path), 'utf8'));
    });
    expect(css.join('').length).toBeGreaterThan(1000);
    expect(halfSystem(css.join('\n'))).toEqual([]);
  });

  test('that mix system colours are found in a token and in a rule (control)', () => {
    const mixed = 'color-mix(in srgb, Canvas 9%, red)';
    expect(
      halfSystem(`.a { --on: var(--apply-color-on, Canvas); color: var(--on); background: ${mixed}; }`),
    ).toEqual(['--on', '.a']);
    expect(halfSystem(`.a { color: ${mixed}; background: Canvas; }`)).toEqual(['.a']);
    expect(halfSystem('.a { color: CanvasText; background: Canvas; }')).toEqual([]);
    expect(halfSystem('@media (forced-colors: active) { .a { color: Canvas; } }')).toEqual([]);
  });
});
