import { expect, test } from 'vitest';
import { failedSpecs, failedUnits } from './failed-tests.ts';

test('a failed unit test is told by its file, its sentence and what was wrong, without colours', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'it holds', status: 'passed', failureMessages: [] },
          { fullName: 'it breaks', status: 'failed', failureMessages: ['\u001b[31mexpected 1\u001b[39m'] },
        ],
      },
    ],
  };
  expect(failedUnits(report)).toEqual([{ name: 'a.test.ts › it breaks', message: 'expected 1' }]);
});

test('a file of tests that cannot be loaded is told', () => {
  const report = {
    testResults: [{ name: 'b.test.ts', status: 'failed', assertionResults: [], message: 'No such module' }],
  };
  expect(failedUnits(report)).toEqual([{ name: 'b.test.ts', message: 'No such module' }]);
});

const works = { status: 'expected', results: [{ errors: [] }] };
const fails = (...messages: readonly string[]) => ({
  status: 'unexpected',
  results: [{ errors: messages.map((message) => ({ message })) }],
});

test('a failed browser spec is told by its place, also where suites stand in suites', () => {
  const spec = (title: string, one: object) => ({ title, file: 'form.spec.ts', line: 7, tests: [one] });
  const report = {
    suites: [{ specs: [spec('works', works)], suites: [{ specs: [spec('fails', fails('not visible'))] }] }],
  };
  expect(failedSpecs(report)).toEqual([{ name: 'e2e/form.spec.ts:7 › fails', message: 'not visible' }]);
});

test('of a spec that runs several times each failure is told, whatever came of the first time', () => {
  const tests = [works, fails('the second time'), works, fails('the fourth time')];
  const report = { suites: [{ specs: [{ title: 'a', ok: true, file: 'a', line: 1, tests }] }] };
  expect(failedSpecs(report).map(({ message }) => message)).toEqual(['the second time', 'the fourth time']);
});

test.each([
  [['page.goto: Target page, context or browser has been closed'], true],
  [['browserType.launch: Target closed'], true],
  [['page.click: Page crashed', 'expect(locator).toBeVisible() failed'], undefined],
  [
    ['Test timeout of 120000ms exceeded.', 'click: Target page, context or browser has been closed'],
    undefined,
  ],
  [['expect(received).toBe(expected)'], undefined],
])('what failed with %j is of the browser itself: %s', (messages, isOfBrowser) => {
  const report = { suites: [{ specs: [{ title: 'a', file: 'a', line: 1, tests: [fails(...messages)] }] }] };
  expect(failedSpecs(report)[0]?.isOfBrowser).toBe(isOfBrowser);
});

test.each([null, {}, { suites: 1, testResults: [null] }])('of no report nothing is told: %j', (report) => {
  expect([...failedSpecs(report), ...failedUnits(report)]).toEqual([]);
});
