import pg from "pg";

/** Drops the services' roles `<service>_<suffix>` (deploy/commands/roles.ts), which belong to the whole server. */
export async function dropRoles(url: string, suffix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select quote_ident(rolname) as name from pg_roles where rolname ~ $1", [
    `_${suffix}(_|$)`,
  ]);
  // roles with the rights of others first
  for (const { name } of rows.toSorted((a, b) => b.name.length - a.name.length)) {
    await client.query(`drop owned by ${name}; drop role ${name}`);
  }
  await client.end();
}
