/**
 * What failed, from the reports of vitest and Playwright (JSON): told once more at the very end of `npm test`,
 * where a log that keeps only its end still has it.
 */
import { stripVTControlCharacters } from 'node:util';
import { list as asList, text as asText, member } from '../../src/core/jsonapi/json.ts';

export interface FailedTest {
  readonly name: string;
  /** The first lines of what the runner said of it. */
  readonly message: string;
  /** The browser itself failed, not what was tested in it. */
  readonly isOfBrowser?: true;
}

const ofBrowser =
  /Target crashed|Page crashed|(Target page, context or|The) browser has been closed|Browser closed|browserType\.launch/i;

const LINES = 25;

const firstLines = (text: string) =>
  stripVTControlCharacters(text).trim().split('\n').slice(0, LINES).join('\n');

const list = (value: unknown, key: string) => asList(member(value, key));

const text = (value: unknown, key: string) => asText(member(value, key)) ?? '';

/** A file that could not be loaded has no test: it is the failure. */
function failedInFile(file: unknown): readonly FailedTest[] {
  const tests = list(file, 'assertionResults');
  if (tests.length === 0 && text(file, 'status') === 'failed')
    return [{ name: text(file, 'name'), message: firstLines(text(file, 'message')) }];
  return tests
    .filter((test) => text(test, 'status') === 'failed')
    .map((test) => ({
      name: `${text(file, 'name')} › ${text(test, 'fullName')}`,
      message: firstLines(list(test, 'failureMessages').join('\n')),
    }));
}

export const failedUnits = (report: unknown): readonly FailedTest[] =>
  list(report, 'testResults').flatMap(failedInFile);

function failedInSuite(suite: unknown): readonly FailedTest[] {
  const own = list(suite, 'specs').flatMap(failedInSpec);
  return [...own, ...list(suite, 'suites').flatMap(failedInSuite)];
}

/** With `--repeat-each` a spec has a test for each time. */
function failedInSpec(spec: unknown): readonly FailedTest[] {
  const name = `e2e/${text(spec, 'file')}:${text(spec, 'line')} › ${text(spec, 'title')}`;
  const failed = list(spec, 'tests').filter((test) => text(test, 'status') === 'unexpected');
  return failed.map((test) => {
    const errors = list(test, 'results').flatMap((result) => list(result, 'errors'));
    const messages = errors.map((error) => text(error, 'message'));
    const isOfBrowser = messages.length > 0 && messages.every((message) => ofBrowser.test(message));
    return { name, message: firstLines(messages.join('\n')), ...(isOfBrowser && { isOfBrowser }) };
  });
}

export const failedSpecs = (report: unknown): readonly FailedTest[] =>
  list(report, 'suites').flatMap(failedInSuite);
