import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Api } from "../../../deploy/demo/client.ts";
import { newKey } from "../product.ts";
import { treeCpuMs } from "../usage.ts";
import { withPostgres } from "./ground.ts";
import { loadOn } from "./load.ts";
import { costsOf, type Owner, tableOf } from "./owners.ts";
import { store } from "./stored.ts";
import { newDatabase, startBareProcess, withForm } from "./systems.ts";

/**
 * `npm run bench -- corrected`: PostgreSQL's CPU for an owner's requests about a form of a million sessions, before and after one in
 * ten was corrected over the API (features §18.1), and the CPU of an export. One process with PostgreSQL. `BENCH_STORED` stores fewer.
 */
const stored = Number(process.env.BENCH_STORED ?? 1_000_000);
const correctors = 4;

export function run(): Promise<string> {
  return withPostgres({}, async ({ postmaster, ...ground }) => {
    const database = await newDatabase(ground);
    const system = await startBareProcess(ground, database);
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    try {
      const key = await newKey(system.url);
      const form = await withForm(system, new Api(system.url).withKey(key), 5);
      await loadOn(form, 1, 1);
      await store(client, form.slug, 0, stored);
      const owner = { url: system.url, key, slug: form.slug, postmaster };
      const read = async () => ({ stored, ...(await costsOf(owner, stored)), exported: await exportCpu(owner) });
      const before = await read();
      const perSecond = await correct(client, owner);
      await untilFolded(client);
      // as autovacuum does
      await client.query("vacuum analyze");
      const after = await read();
      return [
        `${(stored / 10).toLocaleString("en")} of ${stored.toLocaleString("en")} sessions corrected, ${Math.round(perSecond)} a second. PostgreSQL’s CPU of an export: ${before.exported.toFixed(1)} s before, ${after.exported.toFixed(1)} s after.`,
        "",
        tableOf([before, after]),
      ].join("\n");
    } finally {
      await client.end();
      await system.stop();
    }
  });
}

/** Corrects every tenth completed session. Returns how many a second. */
async function correct(client: pg.Client, { url, key, slug }: Owner): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `select id from (
        select s.id, row_number() over (order by s.id) as n from sessions.sessions s join sessions.live_forms f using (form_id)
        where f.slug = $1 and s.status = 'completed') s
      where n % 7 = 0 limit $2`,
    [slug, stored / 10],
  );
  const waiting = rows.map(({ id }) => id);
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: correctors }, async () => {
      for (let id = waiting.pop(); id; id = waiting.pop()) {
        const response = await fetch(`${url}/api/v2/form/${slug}/responses/${id}/answers/`, {
          method: "PATCH",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify({ answers: { q1: 10, q2: 0 } }),
        });
        if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
        await response.arrayBuffer();
      }
    }),
  );
  return rows.length / ((performance.now() - begun) / 1_000);
}

/** Waits until analytics has followed all corrections. */
async function untilFolded(client: pg.Client): Promise<void> {
  const waiting = "select count(*)::integer as count from sessions.events where type = 'session.updated'";
  for (let last = -1; ; ) {
    const { rows } = await client.query<{ count: number }>(waiting);
    const count = rows[0]?.count ?? 0;
    if (count === 0 || count === last) return;
    last = count;
    await sleep(5_000);
  }
}

/** Returns the seconds of PostgreSQL's CPU for the whole export. */
async function exportCpu({ url, key, slug, postmaster }: Owner): Promise<number> {
  const before = treeCpuMs(postmaster);
  const path = `/api/v2/form/${slug}/responses/export/`;
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200 || !response.body) throw new Error(`${response.status}`);
  for await (const _ of response.body);
  return (treeCpuMs(postmaster) - before) / 1_000;
}
