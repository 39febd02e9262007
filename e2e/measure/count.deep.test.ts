import { describe, expect, test } from 'vitest';
import { circles } from './circles.ts';
import { isReplacedName, replacedWords, wordsOf } from './replaced-words.ts';
import { kindOf } from './source-files.ts';

describe('what is counted', () => {
  test.each([
    ['src/server/delivery/worker.ts', 'production'],
    ['src/cli/probe/judge.ts', 'commands'],
    ['src/cli/probe.ts', 'commands'],
    ['e2e/faults/faults-of-a-schedule.ts', 'tooling'],
    ['e2e/bench/row.ts', 'tooling'],
    ['e2e/simulation/limited-service.ts', 'tooling'],
    ['e2e/suite/matrix/test-results.ts', 'tooling'],
    ['src/build/minify-again.ts', 'tooling'],
    ['vite.config.ts', 'tooling'],
    ['e2e/bench/row.test.ts', 'tests'],
    ['e2e/support/applicant.ts', 'tests'],
    ['e2e/specs/accessibility.deep.ts', 'tests'],
    ['src/ui/ui.support.tsx', 'tests'],
    ['src/floor-plan.ts', 'tests'],
    ['src/server/delivery/ledger.support.ts', 'tests'],
    ['src/browser/element/element.test-d.ts', 'tests'],
  ])('%s is counted as %s', (path, kind) => {
    expect(kindOf(path)).toBe(kind);
  });

  test.each([
    ['tenantRoom', 'tenant room'],
    ['APPLY_QUIET_SECONDS', 'apply quiet seconds'],
    ['readURLParts', 'read url parts'],
    ['first-look', 'first look'],
  ])('%s has the words "%s"', (name, words) => {
    expect(wordsOf(name)).toBe(words);
  });

  const isCounted = (name: string, path: string) =>
    replacedWords.some((word) => isReplacedName(word, name, path));

  test.each([
    ['quiet', 'src/server/delivery/worker.ts'],
    ['tenantRoom', 'src/server/http/context.ts'],
    ['Place', 'src/browser/element/mount-view.ts'],
  ])('the name %s in %s is counted', (name, path) => {
    expect(isCounted(name, path)).toBe(true);
  });

  test.each([
    ['APPLY_QUIET_SECONDS', 'e2e/kills/run-kills.ts'],
    ['about', 'src/server/delivery/stores/file-tables.ts'],
    ['hasRoom', 'src/server/delivery/stores/back-up.ts'],
    ['fontFamily', 'e2e/specs/frame.spec.ts'],
    ['Place', 'src/core/tree/place-questions.ts'],
  ])('the name %s in %s has to keep its word, or has another meaning', (name, path) => {
    expect(isCounted(name, path)).toBe(false);
  });

  test('files that import each other over others are one circle', () => {
    const file = (path: string, ...imports: readonly string[]) => ({
      path,
      imports: imports.map((one) => ({ path: one })),
    });
    const files = [file('a', 'b'), file('b', 'c', 'd'), file('c', 'a'), file('d'), file('e', 'a')];
    expect(circles(files).map((circle) => [...circle].sort())).toEqual([['a', 'b', 'c']]);
  });
});
