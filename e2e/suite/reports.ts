/** Reads the JSON reports of vitest and Playwright: counts and failures. */
import { stripVTControlCharacters } from 'node:util';
import { finiteNumber, list, member, path, text } from '../../src/core/jsonapi/json.ts';

export interface Count {
  readonly passed: number;
  readonly failed: number;
}

export interface TestRun {
  /** The title with its file. */
  readonly name: string;
  /** The project of Playwright. */
  readonly project?: string;
  /** True for a skipped test, too. */
  readonly isPassed: boolean;
  /** The message of the runner. */
  readonly message: string;
}

const write = (messages: readonly unknown[]): string =>
  stripVTControlCharacters(messages.map(text).join('\n')).trim();

/** A file that could not be loaded has no tests, so it counts as a failed test. */
export function unitRuns(report: unknown): readonly TestRun[] {
  return list(member(report, 'testResults')).flatMap((file) => {
    const name = `${member(file, 'name')}`;
    const isLoaded = member(file, 'status') !== 'failed' || list(member(file, 'assertionResults')).length > 0;
    if (!isLoaded) return [{ name, isPassed: false, message: write([member(file, 'message')]) }];
    return list(member(file, 'assertionResults')).map((test) => ({
      name: `${name} › ${member(test, 'fullName')}`,
      isPassed: member(test, 'status') !== 'failed',
      message: write(list(member(test, 'failureMessages'))),
    }));
  });
}

/** Reads a report, or a suite in it. */
export function specRuns(report: unknown): readonly TestRun[] {
  const own = list(member(report, 'specs')).flatMap((spec) =>
    list(member(spec, 'tests')).map((test) => ({
      name: `e2e/${member(spec, 'file')}:${member(spec, 'line')} › ${member(spec, 'title')}`,
      project: `${member(test, 'projectName')}`,
      isPassed: member(test, 'status') !== 'unexpected',
      message: write(
        list(member(test, 'results'))
          .flatMap((result) => list(member(result, 'errors')))
          .map((error) => path(error, 'message')),
      ),
    })),
  );
  return [...own, ...list(member(report, 'suites')).flatMap(specRuns)];
}

/**
 * A runner that fails without a failed test, or runs no test, counts as one failure.
 *
 * @param names the names of the members with the passed and the failed tests
 * @param ok whether the runner ended with 0
 */
export function countOf(counts: unknown, names: readonly [string, string], ok: boolean): Count {
  const [passed = 0, failed = 0] = names.map((name) => finiteNumber(member(counts, name)) ?? 0);
  return { passed, failed: (ok && passed > 0) || failed > 0 ? failed : 1 };
}

const browserErrors = /(Target|Page) crashed|browser has been closed|Browser closed|browserType\.launch/i;

/** Whether the browser itself failed, not the tested page. */
export const isBrowserFailure = ({ message }: TestRun): boolean =>
  browserErrors.test(message.split('\n')[0] ?? '');
