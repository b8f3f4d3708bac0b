import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Api } from "../../deploy/demo/client.ts";
import { keyOf } from "./export/run.ts";
import { storeSessions, untilRolledUp } from "./export/stored.ts";
import { benchAccount } from "./product.ts";
import { quantile } from "./quantile.ts";
import { withPostgres } from "./respondents/ground.ts";
import { loadOn } from "./respondents/load.ts";
import { newDatabase, startWithAnalytics, withForm } from "./respondents/systems.ts";

/**
 * `npm run bench -- neighbors`: an account's lists alone, and while another account asks for twelve insights, eight exports and a
 * replay, in alternating rounds. A process per service over NATS. `BENCH_STORED` (100,000) sets the sessions of the
 * large form, `BENCH_ROUNDS` (3) and `BENCH_SECONDS` (15) the rounds.
 */
const stored = Number(process.env.BENCH_STORED ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 15);
const ownSessions = 2_000;
const deliveries = 20_000;
const [insights, exports] = [12, 8];
/** clients that list, and ms between their requests */
const [clients, pauseMs] = [2, 50];

interface Owner {
  url: string;
  key: string;
}

export function run(): Promise<string> {
  return withPostgres({}, async (ground) => {
    const database = await newDatabase(ground);
    const bare = await startWithAnalytics(ground, database);
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    try {
      const noisy = { url: bare.url, key: await keyOf(bare.url) };
      const quiet = { url: bare.url, key: await keyOf(bare.url, { ...benchAccount, email: "quiet@example.com" }) };
      const formOf = async (owner: Owner, count: number) => {
        const form = await withForm(bare, new Api(owner.url).withKey(owner.key), 5);
        await loadOn(form, 1, 1);
        await storeSessions(client, form.slug, count);
        // a completed session starts the backfill of rollups
        await loadOn(form, 1, 1);
        return form.slug;
      };
      const [large, small] = [await formOf(noisy, stored), await formOf(quiet, ownSessions)];
      await untilRolledUp(client, large);
      const integration = await storeDeliveries(client, noisy, large);
      console.error("Stored.");
      return await compare(quiet, small, () => beginNoise(noisy, large, integration));
    } finally {
      await client.end();
      await bare.stop();
    }
  });
}

/** Creates a webhook with failed deliveries, and returns its path. */
async function storeDeliveries(client: pg.Client, { url, key }: Owner, slug: string): Promise<string> {
  const api = new Api(url).withKey(key);
  const body = { name: "Bench", config: { url: "https://receiver.example/" } };
  const { id } = await api.call<{ id: string }>("POST", "/api/integrations/webhook/", body);
  const events = ["session.completed"];
  await api.call("POST", `/api/v2/form/${slug}/integrations/`, { integration_id: id, events });
  await client.query(
    `insert into integrations.deliveries (id, event_id, attachment_id, integration_id, account_id, form_id, form_slug,
        session_id, event, payload, state, attempts, due_at, created)
      select gen_random_uuid(), gen_random_uuid(), a.id, i.id, i.account_id, a.form_id, $2, gen_random_uuid(),
        'session.completed', '{}', 'queued', 1, now() + interval '1 day', now() - n * interval '1 second'
      from integrations.integrations i join integrations.attachments a on a.integration_id = i.id,
        generate_series(1, $3::integer) n where i.id = $1`,
    [id, slug, deliveries],
  );
  await client.query(
    `insert into integrations.attempts (id, delivery_id, integration_id, integration_name, integration_type, event_id,
        event, session_id, status, attempt, duration_ms, created)
      select gen_random_uuid(), id, integration_id, 'Bench', 'webhook', event_id, event, session_id, 'error', 1, 5, created
      from integrations.deliveries where integration_id = $1`,
    [id],
  );
  return `/api/integrations/webhook/${id}/`;
}

/** Asks for everything again and again until it is ended. Returns how much was answered by status. */
function beginNoise({ url, key }: Owner, slug: string, integration: string): { end(): Promise<Map<string, number>> } {
  const ending = new AbortController();
  const answered = new Map<string, number>();
  const form = `${url}/api/v2/form/${slug}/`;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const ask = async (name: string, path: string, init: RequestInit = {}) => {
    while (!ending.signal.aborted) {
      const response = await fetch(path, { ...init, headers, signal: ending.signal });
      await response.arrayBuffer();
      answered.set(`${name} ${response.status}`, (answered.get(`${name} ${response.status}`) ?? 0) + 1);
      if (!response.ok) await sleep(500, undefined, { signal: ending.signal });
    }
  };
  const replay = { method: "POST", body: "{}" };
  const asking = [
    ...Array.from({ length: insights }, () => ask("insights", `${form}insights/`)),
    ...Array.from({ length: exports }, () => ask("export", `${form}responses/export/`)),
    ask("replay", `${url}${integration}deliveries/replay/`, replay),
  ];
  return {
    async end() {
      ending.abort();
      await Promise.allSettled(asking);
      return answered;
    },
  };
}

interface Lists {
  latencies: number[];
  refused: number;
}

async function listsOf({ url, key }: Owner, slug: string): Promise<Lists> {
  const lists: Lists = { latencies: [], refused: 0 };
  const end = performance.now() + seconds * 1_000;
  const list = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(`${url}/api/v2/form/${slug}/responses/?include=answers`, { headers });
      await response.arrayBuffer();
      if (response.ok) lists.latencies.push(performance.now() - begun);
      else lists.refused += 1;
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, list));
  return lists;
}

async function compare(quiet: Owner, slug: string, begin: () => ReturnType<typeof beginNoise>): Promise<string> {
  await listsOf(quiet, slug);
  const [alone, beside]: [Lists[], Lists[]] = [[], []];
  const answered = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await listsOf(quiet, slug));
    const noise = begin();
    beside.push(await listsOf(quiet, slug));
    for (const [name, count] of await noise.end()) answered.set(name, (answered.get(name) ?? 0) + count);
  }
  const latencies = (lists: Lists[]) => lists.flatMap((each) => each.latencies);
  const row = (name: string, lists: Lists[]) =>
    `| ${name} | ${latencies(lists).length} | ${[0.5, 0.95, 0.99, 1]
      .map((share) => `${quantile(latencies(lists), share).toFixed(1)} ms`)
      .join(" | ")} | ${lists.reduce((sum, { refused }) => sum + refused, 0)} |`;
  const ratio = quantile(latencies(beside), 0.99) / quantile(latencies(alone), 0.99);
  return [
    `The p99 beside the other account is ${ratio.toFixed(2)} of the one alone. It got: ${[...answered]
      .map(([name, count]) => `${count} × ${name}`)
      .join(", ")}.`,
    "",
    "| Lists of 20 responses with answers | Responses | p50 | p95 | p99 | Slowest | Refused |",
    "|---|---|---|---|---|---|---|",
    row("Alone", alone),
    row("Beside the other account", beside),
  ].join("\n");
}
