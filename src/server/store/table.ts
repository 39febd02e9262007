/** How a table is defined once, for the rows that statements read and for the SQL that creates it. */
import type { Generated } from 'kysely';

/** Of a row the type, of the table the SQL. */
export interface Column<Type> {
  readonly sql: string;
  /** Never there: it names the type. */
  readonly type?: Type;
}

export const text = <Type extends string = string>(): Column<Type> => ({ sql: 'text not null' });
export const textOrNull = <Type extends string = string>(): Column<Type | null> => ({ sql: 'text' });
export const integer = (): Column<number> => ({ sql: 'integer not null' });
export const number = (): Column<number> => ({ sql: 'double precision not null' });
export const bytes = (): Column<Uint8Array> => ({ sql: 'BYTES not null' });
export const bytesOrNull = (): Column<Uint8Array | null> => ({ sql: 'BYTES' });
/** Milliseconds, or what else may be larger than an integer of Postgres. */
export const bigint = (): Column<number> => ({ sql: 'bigint not null' });
export const bigintOrNull = (): Column<number | null> => ({ sql: 'bigint' });

export const withDefault = <Type>(
  { sql }: Column<Type>,
  value: number | string,
): Column<Generated<Type>> => ({
  sql: `${sql} default ${typeof value === 'number' ? value : `'${value}'`}`,
});

type Columns = Readonly<Record<string, Column<unknown>>>;

export type TypesOf<Defined extends Columns> = {
  readonly [Name in keyof Defined]: Defined[Name] extends Column<infer Type> ? Type : never;
};

export interface Table<Defined extends Columns = Columns> {
  readonly columns: Defined;
  readonly primaryKey: string | null;
  /** As SQL has them after `create`. */
  readonly indexes: readonly string[];
}

export const table = <Defined extends Columns>(
  primaryKey: string | null,
  columns: Defined,
  indexes: readonly string[] = [],
): Table<Defined> => ({ columns, primaryKey, indexes });
