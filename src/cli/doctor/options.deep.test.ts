import { expect, test } from 'vitest';
import { readDoctorCommand } from './options.ts';

const read = (...args: string[]) => readDoctorCommand(args);

test('an address is all it needs', () => {
  expect(read('http://localhost:8080/jobs#1')).toEqual({
    ok: true,
    value: { url: new URL('http://localhost:8080/jobs#1'), json: false, waitSeconds: 15, sandbox: true },
  });
});

test('options may stand before and after the address', () => {
  expect(read('--json', 'https://careers.example.com/', '--wait', '30')).toEqual({
    ok: true,
    value: { url: new URL('https://careers.example.com/'), json: true, waitSeconds: 30, sandbox: true },
  });
});

test('the browser is without its sandbox only when that is said', () => {
  const command = read('https://careers.example.com/', '--no-sandbox');
  expect(command.ok && command.value.sandbox).toBe(false);
});

test('an address without its scheme is taken as https', () => {
  const command = read('careers.example.com/jobs');
  expect(command.ok && command.value.url.href).toBe('https://careers.example.com/jobs');
});

test.each([[[]], [['https://careers.example.com/', 'https://careers.example.com/two']]])(
  '%j is answered with the usage alone',
  (args) => {
    expect(read(...args)).toEqual({ ok: false, error: '' });
  },
);

test.each([
  [['careers'], 'careers is no address of a web page: it begins with https:// or http://.'],
  [
    ['file:///tmp/page.html'],
    'file:///tmp/page.html is no address of a web page: it begins with https:// or http://.',
  ],
  [
    ['https://careers.example.com/', '--wait', '0'],
    '--wait takes a number of seconds from 1 to 120, not "0".',
  ],
  [
    ['https://careers.example.com/', '--wait', 'long'],
    '--wait takes a number of seconds from 1 to 120, not "long".',
  ],
  [['https://careers.example.com/', '--fix'], "Unknown option '--fix'."],
])('%j is refused in one sentence', (args, sentence) => {
  expect(read(...args)).toEqual({ ok: false, error: sentence });
});
