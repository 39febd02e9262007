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

test('a failed browser spec is told by its place, also where suites stand in suites', () => {
  const spec = (title: string, ok: boolean) => ({
    title,
    ok,
    file: 'form.spec.ts',
    line: 7,
    tests: [{ results: [{ errors: ok ? [] : [{ message: 'not visible' }] }] }],
  });
  const report = { suites: [{ specs: [spec('works', true)], suites: [{ specs: [spec('fails', false)] }] }] };
  expect(failedSpecs(report)).toEqual([{ name: 'e2e/form.spec.ts:7 › fails', message: 'not visible' }]);
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
  const results = [{ errors: messages.map((message) => ({ message })) }];
  const report = {
    suites: [{ specs: [{ title: 'a', ok: false, file: 'a', line: 1, tests: [{ results }] }] }],
  };
  expect(failedSpecs(report)[0]?.isOfBrowser).toBe(isOfBrowser);
});

test.each([null, {}, { suites: 1, testResults: [null] }])('of no report nothing is told: %j', (report) => {
  expect([...failedSpecs(report), ...failedUnits(report)]).toEqual([]);
});
