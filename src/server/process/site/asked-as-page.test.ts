import { expect, test } from 'vitest';
import { isAskedAsPage } from './asked-as-page.ts';

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML', true],
  ['text/html;q=0.9, application/vnd.api+json;q=0.8', true],
  ['text/html;q=0.8, application/vnd.api+json;q=0.9', false],
  ['text/html, application/json', false],
  ['text/html, */*', false],
  ['text/html;q=0', false],
  ['*/*', false],
  ['', false],
])('"%s" asks for the page: %s', (accept, isPage) => {
  expect(isAskedAsPage({ accept, authorization: null })).toBe(isPage);
});

test('no header asks for the API', () => {
  expect(isAskedAsPage({ accept: undefined, authorization: undefined })).toBe(false);
});

test('a key asks for the API, since some libraries want HTML by default', () => {
  const accept = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';
  expect(isAskedAsPage({ accept, authorization: 'Bearer key' })).toBe(false);
});
