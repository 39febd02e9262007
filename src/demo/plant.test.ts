// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { brandTokens } from './brand-tokens.ts';
import { embeds, languages, oneOf } from './choices.ts';
import { type Markup, markupOf, type Wish } from './embed-markup.ts';
import { plant, wear } from './plant.ts';
import { writeHtml, writeRule } from './write-html.ts';

// Scripts are not loaded here, and the failed loads are not reported.
Object.assign(Reflect.get(window, 'happyDOM').settings, { handleDisabledFileLoadingAsSuccess: true });

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

const server = 'https://forms.example.com';
const plain: Wish = { embed: 'element', lang: 'en', access: { job: '4711' }, server };
const hostile = `"'><script>alert(1)</script></script>&quot;\\`;

const wishes: readonly Wish[] = Object.keys(embeds).flatMap((name) => {
  const embed = oneOf(embeds, name, 'element');
  return [
    ...Object.keys(languages).map((lang) => ({ ...plain, embed, lang: oneOf(languages, lang, 'en') })),
    { ...plain, embed, access: { token: 'eyJ.a-b_c.d' } },
    { ...plain, embed, access: { job: hostile } },
  ];
});

/** What a browser makes of the text; white space between elements is ignored. */
function read(html: string): readonly (Markup | string)[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  return childrenOf(template.content);
}

const childrenOf = (parent: ParentNode & Node): readonly (Markup | string)[] =>
  [...parent.childNodes].flatMap((node): (Markup | string)[] => {
    if (node instanceof Element) return [described(node)];
    return node.textContent?.trim() ? [node.textContent] : [];
  });

const described = (element: Element): Markup => ({
  tag: element.localName,
  attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
  children: childrenOf(element),
});

test.each(wishes)('the text is read as what was described, and is what the page has: %j', (wish) => {
  const markup = markupOf(wish);
  expect(read(writeHtml(markup))).toEqual(markup);
  const place = document.createElement('div');
  const takeOut = plant(place, markup);
  // Libraries stand in the head, once for all forms of the page.
  expect(childrenOf(place)).toEqual(
    markup.filter(({ tag, attributes }) => tag !== 'script' || 'data-apply-lang' in attributes),
  );
  takeOut();
  expect(place.childNodes).toHaveLength(0);
});

test('in an attribute that is put together without care, a value does not stay a value', () => {
  expect(JSON.stringify(read(`<apply-form job="${hostile}"></apply-form>`))).toContain('"tag":"script"');
});

test('a script that places nothing itself is loaded once, however often the form comes and goes', () => {
  for (const place of [document.createElement('div'), document.createElement('div')])
    plant(place, markupOf({ ...plain, server: 'https://other.example.com' }))();
  expect(document.head.querySelectorAll('script')).toHaveLength(1);
});

test('tokens come as an adopted style sheet, and go again', () => {
  const before = document.adoptedStyleSheets.length;
  const takeOff = wear(writeRule('apply-form', brandTokens.bank));
  expect(document.adoptedStyleSheets).toHaveLength(before + 1);
  takeOff();
  expect(document.adoptedStyleSheets).toHaveLength(before);
});

test.each([
  [
    { embed: 'element' },
    `<script src="${server}/apply-form.js" async></script>
<apply-form job="4711" lang="en">
  <a href="https://careers.example.com/apply">Apply on our careers page</a>
</apply-form>
`,
  ],
  [
    { embed: 'script', lang: 'de' },
    `<script
  src="${server}/apply-form.js"
  async
  data-apply-job="4711"
  data-apply-lang="de"
></script>
<noscript>
  <a href="https://careers.example.com/apply">Auf unserer Karriereseite bewerben</a>
</noscript>
`,
  ],
] as const)('the HTML to be copied of %j', (wish, html) => {
  expect(writeHtml(markupOf({ ...plain, ...wish }))).toBe(html);
});

test('a brand is a rule of tokens, and none without one', () => {
  expect(writeRule('apply-form', brandTokens.none)).toBe('');
  expect(writeRule('apply-form', brandTokens.studio)).toMatch(
    /^apply-form \{\n {2}--apply-font: Avenir,[\s\S]*\n {2}--apply-radius: 0px;\n[\s\S]*\}\n$/,
  );
});
