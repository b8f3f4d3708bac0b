import { createHmac } from "node:crypto";
import pg from "pg";

/**
 * The embedded server has two roles: `pathform`, its superuser, which only starts and tests use, and the one that the
 * services connect as, which owns the database and what is in it and nothing else.
 */
const serviceRole = "pathform_service";
const database = "pathform";

/** The address of the server's superuser. */
export const adminUrl = (port: number, password: string): string =>
  `postgresql://pathform:${password}@127.0.0.1:${port}/postgres`;

/** Made out of the superuser's, which cannot be made out of it. */
const servicePassword = (password: string): string =>
  createHmac("sha256", password).update(serviceRole).digest("base64url");

/**
 * Makes the role and its database where they are missing, and gives the role what an older Pathform made as superuser.
 * Gives the services' address. May run twice at once.
 */
export async function prepareDatabase(port: number, password: string): Promise<string> {
  const server = new URL(adminUrl(port, password));
  const url = new URL(server);
  url.pathname = `/${database}`;
  const own = servicePassword(password);
  await withClient(server.href, async (client) => {
    await client.query("select pg_advisory_lock(hashtextextended('pathform roles', 0))");
    const { rowCount: hasRole } = await client.query("select 1 from pg_roles where rolname = $1", [serviceRole]);
    const verb = hasRole ? "alter" : "create";
    await client.query(`${verb} role ${serviceRole} login nosuperuser password ${client.escapeLiteral(own)}`);
    const { rowCount: isThere } = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (!isThere) await client.query(`create database ${database} owner ${serviceRole}`);
    else await client.query(`alter database ${database} owner to ${serviceRole}`);
    await withClient(url.href, (inside) => inside.query(handOver));
  });
  url.username = serviceRole;
  url.password = own;
  return url.href;
}

/** One transaction. What belongs to a table or an extension goes with it. */
const handOver = `do $$
declare statement text;
begin
  for statement in
    with ours as (
      select oid as schema, nspname as name, nspowner as owner from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), owned as (
      select 'alter schema ' || quote_ident(name) as part, owner from ours
      union all
      select format('alter %s %s', case relkind when 'S' then 'sequence' when 'v' then 'view'
        when 'm' then 'materialized view' else 'table' end, c.oid::regclass), relowner
      from pg_class c join ours on schema = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'S') and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
      union all
      select 'alter routine ' || p.oid::regprocedure, proowner from pg_proc p join ours on schema = pronamespace
      union all
      select format('alter type %I.%I', name, typname), typowner from pg_type join ours on schema = typnamespace
      where typtype in ('e', 'd', 'r')
      union all
      select format('alter statistics %I.%I', name, stxname), stxowner
      from pg_statistic_ext join ours on schema = stxnamespace
    )
    select part || ' owner to ${serviceRole}' from owned where owner = 'pathform'::regrole
  loop
    execute statement;
  end loop;
end $$`;

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
