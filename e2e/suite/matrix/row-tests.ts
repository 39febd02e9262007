/** Which tests show which row: a title begins with the ids of its rows, or has them in brackets. */
import type { MatrixRow } from './matrix-row.ts';

/** The sides on which every row is shown: in the sandbox, and in the client against the sandbox over HTTP. */
export const sides = ['sandbox', 'client'] as const;
export type Side = (typeof sides)[number];

export const sideFolders: Readonly<Record<Side, string>> = {
  sandbox: 'src/sandbox/',
  client: 'src/server/service/',
};

export type RowTests = Readonly<Record<Side, readonly string[]>>;

export interface TitledTests {
  /** Names of tests by the id of a row. */
  readonly shown: ReadonlyMap<string, RowTests>;
  readonly unknown: readonly { readonly id: string; readonly name: string }[];
}

interface TitleIds {
  readonly known: readonly string[];
  readonly unknown: readonly string[];
}

/** A name is `path/of/file.test.ts > names of suites > title of the test`; several tests may share one. */
export function titledTests(rows: readonly MatrixRow[], names: readonly string[]): TitledTests {
  const ids = new Set(rows.map(({ id }) => id));
  const groups = new Set(rows.map(({ id }) => groupOf(id)));
  const found = new Map(
    rows.map(({ id }) => [id, { sandbox: new Set<string>(), client: new Set<string>() }]),
  );
  const unknown = [...new Set(names)].flatMap((name) => {
    const side = sides.find((one) => name.startsWith(sideFolders[one]));
    if (side === undefined) return [];
    const parts = name.split(' > ').slice(1);
    const titles = parts.map((part) => titleIds(part, ids, groups));
    for (const id of titles.flatMap(({ known }) => known)) found.get(id)?.[side].add(name);
    return titles.flatMap((title) => title.unknown.map((id) => ({ id, name })));
  });
  const sorted = [...found].map(([id, { sandbox, client }]) => {
    return [id, { sandbox: [...sandbox].sort(), client: [...client].sort() }] as const;
  });
  return { shown: new Map(sorted), unknown };
}

const groupOf = (id: string): string => id.replace(/\..*/, '');

/** A single word as `create_answer` is an id only where ids stand, one with a dot wherever a row has it. */
function titleIds(part: string, ids: ReadonlySet<string>, groups: ReadonlySet<string>): TitleIds {
  const known: string[] = [];
  const unknown: string[] = [];
  let leads = true;
  for (const [place, word] of part.split(/\s+/).entries()) {
    const id = word.replace(/^\(/, '').replace(/\)?[,:;]?$/, '');
    const dotted = id.includes('.');
    const named = place === 0 || word.startsWith('(');
    const isRow = ids.has(id) && (named || dotted);
    const couldBe = dotted && groups.has(groupOf(id));
    if (isRow) known.push(id);
    else if (couldBe && (leads || named)) unknown.push(id);
    leads &&= (isRow || couldBe || word === 'and') && !/[:;]$/.test(word);
  }
  return { known, unknown };
}
