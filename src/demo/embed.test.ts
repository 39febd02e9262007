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

test.each(wishes)('a browser makes of the HTML to be copied what this page has: %j', (wish) => {
  const template = document.createElement('template');
  template.innerHTML = writeHtml(wish, 'none');
  const { library, elements } = embedded(wish);
  const planted = [library, ...elements].flatMap((each) => (each === null ? [] : [each.outerHTML]));
  expect([...template.content.children].map(({ outerHTML }) => outerHTML)).toEqual(planted);
});

test('the HTML of the element', () => {
  expect(
    writeHtml(plain, 'none'),
  ).toBe(`<script type="module" async crossorigin src="${server}/apply-form.js"></script>
<apply-form job="4711" lang="en">
  <a href="https://careers.example.com/apply">Apply on our careers page</a>
</apply-form>
`);
});

test('the HTML of the script tag', () => {
  expect(writeHtml({ ...plain, embed: 'script', lang: 'de' }, 'none')).toBe(
    `<script type="module" async crossorigin src="${server}/apply-form.js" data-apply-job="4711" data-apply-lang="de"></script>
<noscript>
  <a href="https://careers.example.com/apply">Auf unserer Karriereseite bewerben</a>
</noscript>
`,
  );
});

test('a brand comes before it as a rule of tokens', () => {
  const html = writeHtml({ ...plain, embed: 'iframe' }, 'studio');
  expect(html).toMatch(/^<style>\niframe\[data-apply-frame\] \{\n {2}--apply-font: Avenir,/);
  expect(html.match(/--apply-/g)).toHaveLength(Object.keys(brandTokens.studio).length);
});
