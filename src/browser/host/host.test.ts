import { expect, test } from 'vitest';
import { endpointFrom, source } from './host.ts';

test.each([
  ['https://forms.example.com/apply-form.js', 'https://forms.example.com'],
  ['http://127.0.0.1:3000/apply-form.js', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000/0.3.0/apply-form.js', 'http://127.0.0.1:3000'],
  ['https://www.example.com/a/b/apply-form.js', 'https://www.example.com/a/b'],
  ['https://www.example.com/forms/0.3.0-next/apply-form.js', 'https://www.example.com/forms'],
])('the script %s belongs to the proxy at %s, with or without a version folder', (script, proxy) => {
  endpointFrom(script);
  expect(source.endpoint).toBe(proxy);
  expect(source.script).toBe(script);
});
