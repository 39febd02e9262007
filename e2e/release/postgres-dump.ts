/** A whole database as statements that make it again, as `pg_dump` writes them, which does not come with Postgres from npm. */
import pg from 'pg';

export async function dumpPostgres(address: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const list = async (query: string, ...values: readonly string[]): Promise<readonly string[]> =>
    (await client.query({ text: query, values: [...values], rowMode: 'array' })).rows.map(([text]) =>
      String(text),
    );
  const tables = await list(
    `select table_name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const statements: string[] = [];
  for (const table of tables) {
    const columns = await list(
      `select format('%I %s%s%s', column_name, data_type,
        case is_nullable when 'NO' then ' not null' else '' end, ' default ' || column_default)
        from information_schema.columns where table_name = $1 order by ordinal_position`,
      table,
    );
    statements.push(`create table ${table} (${columns.join(', ')})`);
    const rows = await list(`select json_agg(each)::text from ${table} each having count(*) > 0`);
    for (const text of rows)
      statements.push(
        `insert into ${table} select * from json_populate_recordset(null::${table}, '${text.replaceAll("'", "''")}')`,
      );
  }
  const constraints = await list(
    `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u') order by 1`,
  );
  const indexes = await list(
    `select indexdef from pg_indexes where schemaname = 'public' and indexname not in
      (select conname from pg_constraint where contype in ('p', 'u')) order by 1`,
  );
  await client.end();
  return [...statements, ...constraints, ...indexes];
}

/** @param later milliseconds by which each time in it is moved, because such a store has a clock of its own */
export async function loadPostgres(
  address: string,
  statements: readonly string[],
  later: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  const { rows } = await client.query(
    `select format('update %I set %I = %I + ${later} where %I > 1600000000000', table_name, column_name,
      column_name, column_name) as statement
      from information_schema.columns where table_schema = 'public' and data_type = 'bigint'`,
  );
  for (const { statement } of rows) await client.query(statement);
  await client.end();
}
