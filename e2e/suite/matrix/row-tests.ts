/** Which tests show which row: a title begins with the ids of its rows, or has them in brackets. */
import { applicationAttributes } from '../../../src/server/http/forms/application-attributes.ts';
import type { MatrixRow } from './matrix-row.ts';

/** The sides on which a row is shown: in the sandbox, in the client against the sandbox over HTTP, and through the form. */
export const sides = ['sandbox', 'client', 'form'] as const;
export type Side = (typeof sides)[number];

export const sideFolders: Readonly<Record<Side, string>> = {
  sandbox: 'src/sandbox/',
  client: 'src/server/service/',
  form: 'src/server/http/submissions/through-the-form.test.ts',
};

/** Every row has the first two; through the form goes what others may write of an application. */
export const sidesOf = ({ id }: Pick<MatrixRow, 'id'>): readonly Side[] =>
  sides.filter((side) => side !== 'form' || writtenRows.has(id));

const writtenRows = new Set(Object.keys(applicationAttributes).map((name) => `applications.${name}`));

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
    rows.map(({ id }) => [
      id,
      { sandbox: new Set<string>(), client: new Set<string>(), form: new Set<string>() },
    ]),
  );
  const unknown = [...new Set(names)].flatMap((name) => {
    const side = sides.find((one) => name.startsWith(sideFolders[one]));
    if (side === undefined) return [];
    const parts = name.split(' > ').slice(1);
    const titles = parts.map((part) => titleIds(part, ids, groups));
    for (const id of titles.flatMap(({ known }) => known)) found.get(id)?.[side].add(name);
    return titles.flatMap((title) => title.unknown.map((id) => ({ id, name })));
  });
  const sorted = [...found].map(([id, { sandbox, client, form }]) => {
    return [
      id,
      { sandbox: [...sandbox].sort(), client: [...client].sort(), form: [...form].sort() },
    ] as const;
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
