import pg from "pg";

/** Contents of a database, to compare it with its template. */
export interface Contents {
  /** tables with rows, as JSON */
  tables: Record<string, string>;
  /** last value of each sequence, null before the first */
  sequences: Record<string, string | null>;
  /** catalog rows that DDL, ANALYZE and ALTER DATABASE can change */
  catalogs: string;
}

export async function contentsOf(client: pg.Client): Promise<Contents> {
  const filled: [name: string, rows: string][] = [];
  for (const { name } of await query<{ name: string }>(client, `select name from (${tables}) t where is_filled`)) {
    const rows = await rowsOf(client, name);
    if (rows) filled.push([name, rows]);
  }
  return {
    tables: Object.fromEntries(filled),
    sequences: await sequencesOf(client),
    catalogs: await catalogsOf(client),
  };
}

/** Empties tables that were filled since. Returns false if there are other differences. */
export async function restore(client: pg.Client, template: Contents): Promise<boolean> {
  const filled = await query<{ name: string }>(client, `select name from (${tables}) t where is_filled`);
  const changed: string[] = [];
  for (const { name } of filled) {
    const isKept = name in template.tables && (await rowsOf(client, name)) === template.tables[name];
    if (!isKept) changed.push(name);
  }
  for (const name of Object.keys(template.tables)) if (!filled.some((table) => table.name === name)) changed.push(name);
  const sequences = Object.entries(await sequencesOf(client));
  const restarted = sequences.filter(([name, last]) => last !== template.sequences[name]);
  const seeds = changed.filter((name) => name in template.tables);
  await client.query(
    [
      ...(changed.length > 0 ? [`truncate ${changed.join(", ")} cascade`] : []),
      ...seeds.map((name) => insertOf(name, template.tables[name] as string)),
      ...restarted.map(([name]) => restartOf(name, template.sequences[name] ?? null)),
      "select pg_stat_reset()",
    ].join(";\n"),
  );
  return (await catalogsOf(client)) === template.catalogs;
}

const query = async <T extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<T[]> =>
  (await client.query<T>(text)).rows;

const own = "relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'";
/** Deleted and uncommitted rows also take up space in a table. */
const tables = `select oid::regclass::text as name, pg_relation_size(oid) > 0 as is_filled
  from pg_class where relkind = 'r' and ${own}`;
const insertOf = (name: string, rows: string) =>
  `insert into ${name} select * from json_populate_recordset(null::${name}, ${pg.escapeLiteral(rows)})`;
const restartOf = (name: string, last: string | null) =>
  last === null ? `alter sequence ${name} restart` : `select setval('${name}', ${last})`;

async function rowsOf(client: pg.Client, name: string): Promise<string | null> {
  const text = `select json_agg(t order by t::text)::text as rows from ${name} t`;
  return (await query<{ rows: string | null }>(client, text))[0]?.rows ?? null;
}

async function sequencesOf(client: pg.Client): Promise<Contents["sequences"]> {
  const rows = await query<{ name: string; last_value: string | null }>(
    client,
    "select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences",
  );
  return Object.fromEntries(rows.map(({ name, last_value }) => [name, last_value]));
}

/** Catalog rows of all objects. A copy has the same rows as its template. */
const catalogs = {
  ...{ pg_attribute: "attrelid", pg_attrdef: "adrelid", pg_constraint: "oid", pg_index: "indexrelid", pg_proc: "oid" },
  ...{ pg_trigger: "oid", pg_type: "oid", pg_extension: "oid", pg_rewrite: "oid", pg_policy: "oid" },
  ...{ pg_statistic: "starelid", pg_statistic_ext: "oid", pg_inherits: "inhrelid", pg_description: "objoid" },
};
const firstOfUsers = 16_384;
const parts = [
  ...Object.entries(catalogs).map(
    ([name, id]) => `select '${name}', format('%s %s', ctid, xmin) from ${name} where ${id} >= ${firstOfUsers}`,
  ),
  `select 'pg_namespace', format('%s %s', ctid, xmin) from pg_namespace where nspname !~ '^pg_'`,
  // ignore what TRUNCATE changes
  `select 'pg_class', format('%s %s %s %s %s %s %s', oid, relname, relnamespace, relpersistence, relhastriggers, relacl,
    reloptions) from pg_class where ${own} and oid >= ${firstOfUsers}`,
  `select 'pg_database', format('%s %s %s %s', datdba, datacl, datconnlimit, s) from pg_database
    left join pg_db_role_setting s on setdatabase = pg_database.oid where datname = current_database()`,
];

async function catalogsOf(client: pg.Client): Promise<string> {
  const [row] = await query<{ md5: string }>(
    client,
    `select md5(string_agg(catalog || ' ' || item, ',' order by catalog, item))
      from (${parts.join("\nunion all ")}) as all_of_them (catalog, item)`,
  );
  return row?.md5 ?? "";
}
