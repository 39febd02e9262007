import { list, member, path, text } from '../../src/core/jsonapi/json.ts';

/** One test of one engine, as Playwright's report has it. */
interface Cell {
  /** With its version. */
  readonly engine: string;
  readonly test: string;
  readonly isPassed: boolean;
}

const rows = [
  ['passed', true],
  ['failed', false],
] as const;

/** What is in a report of each engine: `Firefox 153.7: 18 passed, 0 failed`. */
export function tellEngines(report: unknown): readonly string[] {
  const cells = cellsOf(report);
  return namesOf(cells).map((engine) => {
    const own = cells.filter((cell) => cell.engine === engine);
    const counts = rows.map(
      ([word, isPassed]) => `${own.filter((cell) => cell.isPassed === isPassed).length} ${word}`,
    );
    return `${engine}: ${counts.join(', ')}`;
  });
}

/** One line for each test, one column for each engine. */
export function drawTable(report: unknown): readonly string[] {
  const cells = cellsOf(report);
  const engines = namesOf(cells);
  const tests = [...new Set(cells.map(({ test }) => test))];
  const verdict = (test: string, engine: string): string => {
    const cell = cells.find((each) => each.test === test && each.engine === engine);
    return cell === undefined ? '-' : cell.isPassed ? 'passed' : 'FAILED';
  };
  const lines = tests.map((test) => [...engines.map((engine) => verdict(test, engine)), test]);
  const widths = engines.map((engine) => engine.length);
  const draw = (line: readonly string[]) => line.map((word, at) => word.padEnd(widths[at] ?? 0)).join('  ');
  return [draw([...engines, '']), ...lines.map(draw)];
}

const namesOf = (cells: readonly Cell[]): readonly string[] => [
  ...new Set(cells.map(({ engine }) => engine)),
];

const cellsOf = (report: unknown): readonly Cell[] => list(member(report, 'suites')).flatMap(cellsOfSuite);

function cellsOfSuite(suite: unknown): readonly Cell[] {
  const specs = list(member(suite, 'specs')).flatMap((spec) =>
    list(member(spec, 'tests')).flatMap((test) => {
      const annotation = list(member(test, 'annotations')).find((each) => member(each, 'type') === 'engine');
      const engine = text(member(annotation, 'description'));
      if (engine === null) return [];
      return [{ engine, test: text(member(spec, 'title')) ?? '', isPassed: path(spec, 'ok') === true }];
    }),
  );
  return [...specs, ...list(member(suite, 'suites')).flatMap(cellsOfSuite)];
}
