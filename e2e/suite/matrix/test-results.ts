/** What vitest's report (JSON) says of each test. */
import { list, member, text } from '../../../src/core/jsonapi/stored-json.ts';

export interface TestResult {
  /** `path/of/file.test.ts > names of suites > title of the test`: the path from the root of the project. */
  readonly name: string;
  readonly passed: boolean;
}

export function testResults(report: unknown, root: string): readonly TestResult[] {
  return list(member(report, 'testResults')).flatMap((file) => {
    const path = (text(member(file, 'name')) ?? '').replaceAll('\\', '/').replace(root, '');
    return list(member(file, 'assertionResults')).map((test) => ({
      name: [path, ...list(member(test, 'ancestorTitles')), member(test, 'title')].join(' > '),
      passed: member(test, 'status') === 'passed',
    }));
  });
}
