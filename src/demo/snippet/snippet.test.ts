import { describe, expect, test } from 'vitest';
import { textOf } from './code.ts';
import { forms, plainWish, release } from './snippet.support.ts';
import { snippetOf, type Wish } from './snippet.ts';
import { writeCall } from './write-call.ts';
import { writeHtml, writeRules, writeStyle } from './write-html.ts';
import { hashOf, writeEnvironment, writePolicy } from './write-policy.ts';

const htmlOf = (wish: Partial<Wish>) => textOf(writeHtml(snippetOf({ ...plainWish, ...wish })));
const token = { kind: 'token', token: 'eyJ.x' } as const;

describe('the HTML to be copied', () => {
  test('an element: the script, the job, the language, and a link for when the form cannot be shown', () => {
    expect(htmlOf({})).toBe(`<script src="${forms}/apply-form.js" async></script>
<apply-form job="4711" lang="en">
  <a href="https://careers.example.com/apply">Apply on our careers page</a>
</apply-form>
`);
  });

  test('a script tag says the same in its own attributes', () => {
    expect(htmlOf({ embed: 'script', lang: 'de', theme: 'dark' })).toBe(`<script
  src="${forms}/apply-form.js"
  async
  data-apply-job="4711"
  data-apply-lang="de"
  data-apply-theme="dark"
></script>
<noscript>
  <a href="https://careers.example.com/apply">Auf unserer Karriereseite bewerben</a>
</noscript>
`);
  });

  test('an iframe says it behind the address, has a title, and comes with its helper', () => {
    expect(htmlOf({ embed: 'iframe', access: token, lang: 'fr' })).toBe(`<iframe
  src="${forms}/frame/default#token=eyJ.x&amp;lang=fr"
  title="Formulaire de candidature"
  data-apply-frame
></iframe>
<script src="${forms}/frame.js" async></script>
`);
  });

  test('from code: a place with the link, the script, and the call in a script of one’s own', () => {
    const snippet = snippetOf({ ...plainWish, embed: 'code', theme: 'light' });
    expect(textOf(writeHtml(snippet))).toBe(`<div id="application-form">
  <a href="https://careers.example.com/apply">Apply on our careers page</a>
</div>
<script src="${forms}/apply-form.js" defer></script>
`);
    expect(textOf(snippet.call === null ? [] : writeCall(snippet.call, snippet.token))).toBe(
      `const { element } = ApplyForm.mount("#application-form", {
  job: "4711",
  lang: "en",
  theme: "light",
});
// Shown whenever the form cannot be.
element.append(document.querySelector("#application-form a"));
`,
    );
  });

  test.each([
    ['element', 'apply-form.js', 'sha384-script'],
    ['script', 'apply-form.js', 'sha384-script'],
    ['iframe', 'frame.js', 'sha384-frame'],
    ['code', 'apply-form.js', 'sha384-script'],
  ] as const)(
    'pinned, the script of an embed by %s is that of the version, with its hash',
    (embed, file, hash) => {
      const html = htmlOf({ embed, release });
      expect(html).toContain(`src="${forms}/1.2.3/${file}"`);
      expect(html).toContain(`integrity="${hash}"`);
      expect(html).toContain('crossorigin="anonymous"');
    },
  );

  test('what the list of hashes does not name is not pinned', () => {
    const html = htmlOf({ release: { version: '1.2.3', hashes: {} } });
    expect(html).toContain(`src="${forms}/apply-form.js"`);
    expect(html).not.toContain('integrity');
  });

  test('a brand is a style block of tokens, on the element or on the iframe', () => {
    const styleOf = (wish: Partial<Wish>) => {
      const { style } = snippetOf({ ...plainWish, ...wish });
      return style === null ? null : textOf(writeStyle(style));
    };
    expect(styleOf({})).toBeNull();
    expect(styleOf({ brand: 'studio' })).toMatch(
      /^<style>\n {2}apply-form \{\n {4}--apply-font: Avenir,[\s\S]*\n {4}--apply-radius: 0px;\n[\s\S]* {2}\}\n<\/style>\n$/,
    );
    expect(styleOf({ brand: 'bank', embed: 'iframe' })).toContain('\n  iframe[data-apply-frame] {\n');
  });
});

describe('the lines beside it', () => {
  test.each([
    ['element', `script-src ${forms}; connect-src ${forms}`],
    ['script', `script-src ${forms}; connect-src ${forms}`],
    ['iframe', `frame-src ${forms}; script-src ${forms}`],
    ['code', `script-src 'self' ${forms}; connect-src ${forms}`],
  ] as const)('%s needs of a security policy: %s', (embed, policy) => {
    const snippet = snippetOf({ ...plainWish, embed });
    expect(textOf(writePolicy(snippet, null))).toBe(`Content-Security-Policy: ${policy}`);
    expect(textOf(writePolicy(snippet, "'sha256-x'"))).toBe(
      `Content-Security-Policy: ${policy}; style-src 'sha256-x'`,
    );
  });

  test('the hash is that of all that stands between the style tags', async () => {
    const { style } = snippetOf({ ...plainWish, brand: 'bank' });
    if (style === null) throw new Error('The bank has tokens.');
    const between = /<style>([\s\S]*)<\/style>/.exec(textOf(writeStyle(style)))?.[1];
    expect(textOf(writeRules(style))).toBe(between);
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256')
      .update(between ?? '')
      .digest('base64');
    expect(await hashOf(between ?? '')).toBe(`'sha256-${hash}'`);
  });

  test('the server must know the page, and the job where there is no application', () => {
    expect(textOf(writeEnvironment(token))).toBe('APPLY_ORIGINS=https://careers.example.com\n');
    expect(textOf(writeEnvironment({ kind: 'job', job: '4711' }))).toBe(
      'APPLY_ORIGINS=https://careers.example.com\nAPPLY_PUBLIC_JOBS=4711\n',
    );
  });
});

test('the token is a part of its own, so that it can be shown shortened, wherever it stands', () => {
  for (const embed of ['element', 'script', 'iframe'] as const) {
    const code = writeHtml(snippetOf({ ...plainWish, embed, access: token }));
    expect(code.filter(({ kind }) => kind === 'token').map(({ text }) => text)).toEqual(['eyJ.x']);
  }
});
