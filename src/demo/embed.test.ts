// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { brandTokens } from './brand-tokens.ts';
import { embeds, languages, oneOf } from './choices.ts';
import { embedded, type Wish, writeHtml } from './embed.ts';

const server = 'https://forms.example.com';
const plain: Wish = { embed: 'element', lang: 'en', access: { job: '4711' }, server };
const hostile = `"'><script>alert(1)</script></script>&quot;=""\\`;

const wishes: readonly Wish[] = Object.keys(embeds).flatMap((name) => {
  const embed = oneOf(embeds, name, 'element');
  return [
    ...Object.keys(languages).map((lang) => ({ ...plain, embed, lang: oneOf(languages, lang, 'en') })),
    { ...plain, embed, access: { token: 'eyJ.a-b_c.d' } },
    { ...plain, embed, access: { job: hostile } },
  ];
});

test.each(wishes)('the copied HTML makes the same elements as this page: %j', (wish) => {
  const template = document.createElement('template');
  template.innerHTML = writeHtml(wish, 'none');
  const { library, elements } = embedded(wish);
  const planted = [library, ...elements].flatMap((each) => (each === null ? [] : [each.outerHTML]));
  expect([...template.content.children].map(({ outerHTML }) => outerHTML)).toEqual(planted);
});

test('the copied HTML of the element has its script, its attributes and a fallback', () => {
  expect(
    writeHtml(plain, 'none'),
  ).toBe(`<script type="module" async crossorigin src="${server}/apply-form.js"></script>
<apply-form job="4711" lang="en">
  <a href="https://careers.example.com/apply">Apply on our careers page</a>
</apply-form>
`);
});

test('the copied HTML of the script tag has its attributes and a noscript fallback', () => {
  expect(writeHtml({ ...plain, embed: 'script', lang: 'de' }, 'none')).toBe(
    `<script type="module" async crossorigin src="${server}/apply-form.js" data-apply-job="4711" data-apply-lang="de"></script>
<noscript>
  <a href="https://careers.example.com/apply">Auf unserer Karriereseite bewerben</a>
</noscript>
`,
  );
});

test('the copied HTML starts with the tokens of the brand', () => {
  const html = writeHtml({ ...plain, embed: 'iframe' }, 'studio');
  expect(html).toMatch(/^<style>\niframe\[data-apply-frame\] \{\n {2}--apply-font: Avenir,/);
  expect(html.match(/--apply-/g)).toHaveLength(Object.keys(brandTokens.studio).length);
});
