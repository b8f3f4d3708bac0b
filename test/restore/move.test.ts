import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import pg from "pg";
import { startEmbedded } from "../../shared/platform/embedded/postgres.ts";
import { client, expecting, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { startLoad } from "../support/load.ts";
import { stablePort } from "../support/ports.ts";
import { freshDatabase, testSecretsKey } from "../support/postgres.ts";
import { type Process, startProcess } from "../support/processes.ts";
import { startProduct } from "../support/product.ts";
import { runFolder } from "../support/run.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { register } from "../support/stage.ts";
import { verify } from "../support/verify.ts";

/** `npm run move`: from the embedded PostgreSQL to another one (docs/operate/backup.md). */
const root = join(import.meta.dirname, "../..");
const start = (name: string, args: string[], env: Record<string, string>): Promise<Process> =>
  startProcess({ name, command: process.execPath, args, env: { SECRETS_KEY: testSecretsKey, ...env }, cwd: root });

async function move(env: Record<string, string>): Promise<{ code: unknown; output: string }> {
  const { ended, log } = await start("move", ["deploy/commands/move.ts"], env);
  return { code: await ended, output: readFileSync(log, "utf8") };
}

/** Returns a digest of each table's rows, and the state of each sequence. */
async function contentsOf(url: string): Promise<Map<string, string>> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const { rows } = await database.query(
    `select table_schema || '.' || table_name as name from information_schema.tables
    join pg_class c on c.oid = format('%I.%I', table_schema, table_name)::regclass and not c.relispartition
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') and table_name <> 'migrations'
    union select schemaname || '.' || sequencename from pg_sequences order by 1`,
  );
  const contents = new Map<string, string>();
  for (const { name } of rows) {
    const digest = "md5(string_agg(t::text, ' ' order by t::text))";
    const isSequence = await database.query("select 1 from pg_class where oid = $1::regclass and relkind = 'S'", [
      name,
    ]);
    const found = isSequence.rowCount
      ? await database.query(`select last_value::text as value from ${name}`)
      : await database.query(`select count(*) || ' ' || coalesce(${digest}, '') as value from ${name} t`);
    contents.set(name, found.rows[0].value);
  }
  await database.end();
  return contents;
}

async function embeddedContents(dataDir: string): Promise<Map<string, string>> {
  const server = await startEmbedded({ dataDir });
  try {
    return await contentsOf(server.url);
  } finally {
    await server.stop();
  }
}

let server: Process | undefined;
afterEach(() => server?.kill());

test("everything is there afterward, and respondents continue", async () => {
  chmodSync(runFolder(), 0o711);
  const dataDir = mkdtempSync(join(runFolder(), "move-"));
  chmodSync(dataDir, 0o755);
  const port = String(await stablePort());
  const url = `http://127.0.0.1:${port}`;
  const uploads = join(dataDir, "uploads");
  const { graph } = sampleForm("audit");
  const own = {
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    PORT: port,
    UPLOADS: uploads,
    RATE_LIMITS: "off",
    SIGNUP: "open",
  };
  server = await start("embedded", ["deploy/serve.mjs", "services"], own);
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 120);
  const owner = await eventually(() => register(url), 120);
  const slug = await eventually(() => publishForm(owner, graph), 120);
  const load = startLoad({ urls: [url], slug, graph, respondents: 4 });
  await load.succeed(100);
  await load.finish();

  const target = await freshDatabase();
  expect(await move({ DATA_DIR: dataDir, DATABASE_URL: target.url })).toEqual({
    code: 1,
    output: `Stop the Pathform that uses ${dataDir} first.\n`,
  });
  await server.kill("SIGTERM");
  expect(await move({ DATA_DIR: dataDir, DATABASE_URL: target.url })).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^sessions: \d{2,} rows$/m),
  });
  const moved = await contentsOf(target.url);
  expect(moved).toEqual(await embeddedContents(dataDir));
  expect(moved.size).toBeGreaterThan(20);
  expect(await move({ DATA_DIR: dataDir, DATABASE_URL: target.url })).toEqual({
    code: 1,
    output: "The new database already has accounts. Name an empty one.\n",
  });
  expect(await contentsOf(target.url)).toEqual(moved);

  const product = await startProduct({ way: "one", database: target, env: { UPLOADS: uploads } });
  try {
    const { problems } = await verify(load, { url: product.url, slug, key: owner.key });
    expect(problems).toEqual([]);
    await expecting(200, client({ cookie: owner.cookie }, product.url).get("/api/auth/me/"));
    const more = startLoad({ urls: [product.url], slug, graph, respondents: 2 });
    await more.succeed(20);
    await more.finish();
  } finally {
    await product.stop();
  }
}, 600_000);
