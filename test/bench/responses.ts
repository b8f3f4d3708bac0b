import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Api } from "../../deploy/demo/client.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { keyOf, publishGraph } from "./product.ts";
import { median } from "./quantile.ts";
import { alternate, type Beside, ratioAt, timesHead, timesRow } from "./respondents/beside.ts";
import { withPostgres } from "./respondents/ground.ts";
import { newDatabase, type System, startWithAnalytics, withForm } from "./respondents/systems.ts";
import { residentMb } from "./usage.ts";

/**
 * `npm run bench -- responses`: a file of 100,000 responses with 50 answers each is imported (wants §25), half of them scales and half
 * texts. Besides, respondents fill in another form. A process per service over NATS with PostgreSQL. `BENCH_ROWS` imports fewer, in
 * `BENCH_ROUNDS` imports, and `BENCH_SECONDS` shortens the load.
 */
const rows = Number(process.env.BENCH_ROWS ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 1);
const questions = 50;
/** of respondents in a round */
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const sampleMs = 500;

interface Import {
  seconds: number;
  /** memory of sessions before, and the most during it */
  atRestMb: number;
  mostMb: number;
}

export function run(): Promise<string> {
  return withPostgres({}, async (ground) => {
    const bare = await startWithAnalytics(ground, await newDatabase(ground));
    try {
      const key = await keyOf(bare.url);
      const api = new Api(bare.url).withKey(key);
      const live = await withForm(bare, api, 5);
      const file = tableOf();
      const imports: Import[] = [];
      const times = await alternate(live, { rounds, seconds }, async () => {
        imports.push(await importInto(await publish(api), { system: bare, key, file }));
      });
      return resultOf(imports, times, file.size);
    } finally {
      await bare.stop();
    }
  });
}

const typeAt = (at: number) => (at % 2 === 0 ? "opinion_scale" : "short_text");
const ids = Array.from({ length: questions }, (_, at) => `q${at + 1}`);

/** Publishes a form of scales and texts, and returns its slug. */
const publish = (api: Api): Promise<string> =>
  publishGraph(api, chain(...ids.map((id, at) => node(id, typeAt(at)))), { title: "Imported" });

function tableOf(): Blob {
  const cell = (row: number, at: number) =>
    typeAt(at) === "short_text" ? `answer ${row * at}` : String((row + at) % 11);
  const lines = Array.from({ length: rows }, (_, row) => ids.map((_id, at) => cell(row, at)).join(","));
  return new Blob([[ids.join(","), ...lines].join("\n")]);
}

/** Imports the file and waits until it is over. */
async function importInto(
  slug: string,
  { system, key, file }: { system: System; key: string; file: Blob },
): Promise<Import> {
  const sessions = system.programs.find(({ name }) => name === "sessions")?.pid ?? 0;
  const atRestMb = residentMb(sessions);
  const path = `${system.url}/api/v2/form/${slug}/responses/import/`;
  const headers = { authorization: `Bearer ${key}` };
  const body = new FormData();
  body.append("file", file, "responses.csv");
  const begun = performance.now();
  const sent = await fetch(path, { method: "POST", headers, body });
  if (sent.status !== 202) throw new Error(`${sent.status} ${await sent.text()}`);
  const { id } = (await sent.json()) as { id: string };
  for (let mostMb = atRestMb; ; await sleep(sampleMs)) {
    mostMb = Math.max(mostMb, residentMb(sessions));
    const found = await fetch(`${path}${id}/`, { headers });
    const { status, stored } = (await found.json()) as { status: string; stored: number };
    if (status === "queued" || status === "running") continue;
    if (stored !== rows) throw new Error(`${status} with ${stored} of ${rows} rows`);
    return { seconds: (performance.now() - begun) / 1_000, atRestMb, mostMb };
  }
}

function resultOf(imports: readonly Import[], times: Beside, bytes: number): string {
  const figure = (of: (one: Import) => number) => Math.round(median(imports.map(of)));
  return [
    `${rows.toLocaleString("en")} responses with ${questions} answers (${Math.round(bytes / 1e6)} MB) were imported in ${figure((one) => one.seconds)} s. Sessions had ${figure((one) => one.atRestMb)} MB before and ${figure((one) => one.mostMb)} MB at most. The p95 of another form is ${ratioAt(times, 0.95)} of the one alone.`,
    "",
    ...timesHead,
    timesRow("Respondents alone", times.alone),
    timesRow("Respondents beside an import", times.beside),
  ].join("\n");
}
