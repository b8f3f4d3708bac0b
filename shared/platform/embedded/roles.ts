import { createHmac } from "node:crypto";
import { withClient } from "../withClient.ts";

/**
 * Roles of the embedded server: the superuser `pathform`, for starts and tests only, and the services' role, which owns their
 * database and nothing else.
 */
const serviceRole = "pathform_service";
const database = "pathform";

/** Returns the superuser's URL. */
export const adminUrl = (port: number, password: string): string =>
  `postgresql://pathform:${password}@127.0.0.1:${port}/postgres`;

/** Derives the services' password from the superuser's, one way. */
const servicePassword = (password: string): string =>
  createHmac("sha256", password).update(serviceRole).digest("base64url");

/**
 * Creates the role and its database if missing, and transfers objects that older versions created as superuser. Returns the
 * services' URL. Concurrent calls are safe.
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
    await withClient(url.href, (inside) => inside.query(transferObjects));
  });
  url.username = serviceRole;
  url.password = own;
  return url.href;
}

/** Transfers all objects to the services' role in one transaction, except those that follow their table or extension. */
const transferObjects = `do $$
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
