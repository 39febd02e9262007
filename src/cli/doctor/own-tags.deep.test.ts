import { expect, test } from 'vitest';
import { tagOf } from './facts.support.ts';
import { isMisspeltScript } from './own-tags.ts';

test.each([
  ['aply-form.js', {}, true],
  ['applyform.js', {}, true],
  ['apply-forms.js?v=2', {}, true],
  ['1.2.0/apply_form.mjs', {}, true],
  ['form.js', { 'data-apply-job': '4711' }, true],
  ['apply-form.js', { 'data-apply-job': '4711' }, false],
  ['app.js', {}, false],
  ['form.js', {}, false],
  ['application-forms-bundle.js', {}, false],
  ['platform.js', {}, false],
])('%s with %j is a slip of ours: %s', (file, attributes, expected) => {
  expect(isMisspeltScript(tagOf('script', attributes), `https://forms.example.com/${file}`)).toBe(expected);
});
