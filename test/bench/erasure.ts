import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Api } from "../../deploy/demo/client.ts";
import { keyOf } from "./product.ts";
import { alternate, ratioAt, timesHead, timesRow } from "./respondents/beside.ts";
import { withPostgres } from "./respondents/ground.ts";
import { loadOn } from "./respondents/load.ts";
import { store } from "./respondents/stored.ts";
import { newDatabase, startWithAnalytics, withForm } from "./respondents/systems.ts";

/**
 * `npm run bench -- erasure`: respondents alone, and while a retention erases a million sessions of another form (wants §21.4). A
 * process per service over NATS with PostgreSQL. `BENCH_STORED` stores fewer sessions, `BENCH_ROUNDS` and `BENCH_SECONDS` shorten it.
 */
const stored = Number(process.env.BENCH_STORED ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 15);

export function run(): Promise<string> {
  return withPostgres({}, async (ground) => {
    const database = await newDatabase(ground);
    const bare = await startWithAnalytics({ ...ground, settings: { RETENTION_DAY_SECONDS: "1" } }, database);
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    try {
      const api = new Api(bare.url).withKey(await keyOf(bare.url));
      const [old, live] = [await withForm(bare, api, 5), await withForm(bare, api, 5)];
      await loadOn(old, 1, 1);
      await store(client, old.slug, 0, stored);
      const count = async () => {
        const { rows } = await client.query("select count(*)::integer as count from sessions.erased_sessions");
        return rows[0].count as number;
      };
      const retain = (days: number | null) => api.call("PATCH", `/api/v2/form/${old.slug}/`, { retention_days: days });
      let erased = 0;
      const times = await alternate(live, { rounds, seconds }, async (leaving) => {
        const before = await count();
        await retain(1);
        await once(leaving, "abort");
        erased += (await count()) - before;
        await retain(null);
        // a look that has begun ends
        await sleep(2_000);
      });
      return [
        `${stored.toLocaleString("en")} sessions stored, ${Math.round(erased / rounds / seconds)} erased a second. The p95 beside it is ${ratioAt(times, 0.95)} of the one alone.`,
        "",
        ...timesHead,
        timesRow("Respondents alone", times.alone),
        timesRow("Respondents beside an erasure", times.beside),
      ].join("\n");
    } finally {
      await client.end();
      await bare.stop();
    }
  });
}
