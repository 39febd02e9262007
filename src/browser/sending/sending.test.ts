// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { readSource } from './sending.ts';

const lines: string[] = [];
const read = (given: string) => readSource(given, (line) => lines.push(line));

afterEach(() => {
  lines.length = 0;
  history.replaceState(null, '', '/');
  vi.restoreAllMocks();
});

test('a value from the host page is sent unchanged', () => {
  expect(read('careers-site')).toBe('careers-site');
  expect(lines).toEqual([]);
});

test.each([
  ['?utm_source=newsletter&source=other', 'newsletter'],
  ['?source=job%20fair', 'job fair'],
  ['?utm_source=&source=job-board', 'job-board'],
  ['?utm_medium=email', null],
  ['', null],
])('auto reads the query %s of the page as %s', (query, source) => {
  history.replaceState(null, '', `/jobs/4711${query}`);
  expect(read('auto')).toBe(source);
  expect(lines).toEqual([]);
});

test('auto reads the referrer when the form is in a frame', () => {
  vi.spyOn(window, 'parent', 'get').mockReturnValue(Object.create(null));
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://portal.example/jobs?utm_source=portal');
  expect(read('auto')).toBe('portal');
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://portal.example/');
  expect(read('auto')).toBeNull();
});
