import { expect, test } from 'vitest';
import { matchLines } from './find-on-page.ts';
import { readMarkup } from './read-markup.ts';

const namesOf = (html: string) => readMarkup(html).tags.map(({ name, line }) => `${line} ${name}`);

test('tags come in the order of the source, each with its line', () => {
  const html = `<!doctype html>
<meta charset="utf-8">
<script async
  src="https://forms.example.com/apply-form.js"></script>
<div><apply-form
   job="4711"><p>Apply by
e-mail</p></apply-form><iframe src="https://forms.example.com/frame/default#job=1"></iframe></div>`;
  expect(namesOf(html)).toEqual(['2 meta', '3 script', '5 apply-form', '7 iframe']);
  expect(readMarkup(html).tags[2]).toEqual({
    name: 'apply-form',
    attributes: { job: '4711' },
    line: 5,
    hasContent: true,
  });
});

test('what stands in a comment, a script, a template or for browsers without script is not on the page', () => {
  const html = `<!-- <apply-form></apply-form> --><template><apply-form></apply-form></template>
<noscript><iframe src="/frame/default#job=1"></iframe></noscript><script>'<apply-form>'</script>`;
  expect(namesOf(html)).toEqual(['2 script']);
  expect(readMarkup(html).hasNoscript).toBe(true);
});

test('what stands in the shadow root of a component is', () => {
  expect(namesOf('<a-b><template shadowrootmode="open"><apply-form></apply-form></template></a-b>')).toEqual([
    '1 apply-form',
  ]);
});

test.each([
  ['<apply-form></apply-form>', false],
  ['<apply-form> \n </apply-form>', false],
  ['<apply-form>Call us</apply-form>', true],
  ['<apply-form><a href="/"></a></apply-form>', true],
  ['<apply-form><!-- fallback --></apply-form>', false],
])('%s has something inside: %s', (html, expected) => {
  expect(readMarkup(html).tags[0]?.hasContent).toBe(expected);
});

test.each([
  ['<div><apply-form job="1" /><p>Call us</p></div>', true],
  ['<apply-form job="1"><p>Call us</p>', true],
  ['<iframe src="/frame/default#job=1" /><p>Call us</p>', true],
  ['<apply-form job="1"><p>Call us</apply-form>', undefined],
  ['<apply-form job="1" /></apply-form>', undefined],
  ['<p><meta charset="utf-8"></p>', undefined],
])('%s goes on without an end: %s', (html, expected) => {
  expect(readMarkup(html).tags[0]?.isUnclosed).toBe(expected);
});

test('an element finds its line by what is written on it, and keeps what was set since', () => {
  const { tags } = readMarkup('<apply-form job="1"></apply-form>\n<apply-form job="2">Call us</apply-form>');
  const [second] = matchLines(
    [{ name: 'apply-form', attributes: { job: '2', 'data-state': 'ready' }, hasContent: false }],
    tags,
  );
  expect(second).toEqual({
    name: 'apply-form',
    attributes: { job: '2', 'data-state': 'ready' },
    written: { job: '2' },
    line: 2,
    hasContent: true,
  });
});

test('an element that a script has made has no line', () => {
  const { tags } = readMarkup('<apply-form job="1"></apply-form>');
  const made = { name: 'apply-form', attributes: { job: '1' }, hasContent: false } as const;
  expect(matchLines([made, made], tags).map((tag) => tag?.line ?? null)).toEqual([1, null]);
});
