import { describe, expect, test } from 'vitest';
import { allows, type NeedName, parsePolicy, splitPolicies } from './security-policy.ts';

const page = new URL('https://careers.example.com/jobs');
const script = 'https://forms.example.com/apply-form.js';

const isAllowed = (text: string, address = script, directive: NeedName = 'script-src') =>
  allows(parsePolicy(text), { directive, address }, page);

describe('a script from another origin', () => {
  test.each([
    '',
    'style-src none',
    'script-src https://forms.example.com',
    'script-src *',
    'script-src https:',
    'script-src http:',
    'script-src *.example.com',
    'script-src forms.example.com',
    'script-src https://forms.example.com:443',
    'script-src https://forms.example.com:*',
    'script-src https://forms.example.com/',
    'script-src https://forms.example.com/apply-form.js',
    'script-src HTTPS://FORMS.EXAMPLE.COM',
    "default-src 'none'; script-src https://forms.example.com",
    "script-src 'none'; script-src-elem https://forms.example.com",
    'default-src https://forms.example.com',
    'SCRIPT-SRC https://forms.example.com',
  ])('is allowed by "%s"', (text) => expect(isAllowed(text)).toBe(true));

  test.each([
    "script-src 'none'",
    'script-src',
    "script-src 'self'",
    "default-src 'self'",
    "script-src 'unsafe-inline' 'unsafe-eval'",
    'script-src https://example.com',
    'script-src *.forms.example.com',
    'script-src http://forms.example.com:8080',
    'script-src https://forms.example.com:8443',
    'script-src https://forms.example.com/assets/',
    'script-src data: blob:',
    "script-src 'nonce-abc'",
    "script-src 'strict-dynamic' https://forms.example.com",
    "script-src 'self'; script-src https://forms.example.com",
    "script-src https://forms.example.com; script-src-elem 'self'",
  ])('is blocked by "%s"', (text) => expect(isAllowed(text)).toBe(false));
});

test('a nonce lets its script in, whatever the hosts are', () => {
  const policy = parsePolicy("script-src 'nonce-abc' 'strict-dynamic'");
  expect(allows(policy, { directive: 'script-src', address: script, nonce: 'abc' }, page)).toBe(true);
  expect(allows(policy, { directive: 'script-src', address: script, nonce: 'abd' }, page)).toBe(false);
  expect(allows(policy, { directive: 'script-src', address: script, nonce: '' }, page)).toBe(false);
});

test.each([
  ["child-src 'none'", false],
  ["child-src 'none'; frame-src https://forms.example.com", true],
  ["default-src 'none'", false],
  ["script-src 'none'", true],
])('under "%s" an iframe is allowed: %s', (text, expected) => {
  expect(isAllowed(text, 'https://forms.example.com/frame/default', 'frame-src')).toBe(expected);
});

test('a source without a scheme means that of the page, or better', () => {
  const plain = new URL('http://careers.example.com/');
  const need = (address: string) => ({ directive: 'connect-src', address }) as const;
  const policy = parsePolicy('connect-src forms.example.com');
  expect(allows(policy, need('http://forms.example.com/sessions'), plain)).toBe(true);
  expect(allows(policy, need('https://forms.example.com/sessions'), plain)).toBe(true);
  expect(allows(policy, need('http://forms.example.com/sessions'), page)).toBe(false);
});

test('a port is part of an origin', () => {
  const local = new URL('http://localhost:4000/');
  const need = { directive: 'connect-src', address: 'http://127.0.0.1:3000/sessions' } as const;
  expect(allows(parsePolicy('connect-src http://127.0.0.1:3000'), need, local)).toBe(true);
  expect(allows(parsePolicy('connect-src http://127.0.0.1'), need, local)).toBe(false);
  expect(allows(parsePolicy("connect-src 'self'"), need, local)).toBe(false);
});

test('one header may hold several policies', () => {
  expect(splitPolicies("default-src 'self', script-src *, ")).toEqual(["default-src 'self'", 'script-src *']);
});
