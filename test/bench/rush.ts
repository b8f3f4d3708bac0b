import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Api } from "../../deploy/demo/client.ts";
import { keyOf, publishGraph } from "./product.ts";
import { median, quantile } from "./quantile.ts";
import { alternate, ratioAt, timesHead, timesRow } from "./respondents/beside.ts";
import { Connection } from "./respondents/connection.ts";
import { withPostgres } from "./respondents/ground.ts";
import { newDatabase, startWithAnalytics, withForm } from "./respondents/systems.ts";

/**
 * `npm run bench -- rush`: 1,000 people have chosen an option with 100 places (wants §22), and send at the same time. Besides, respondents
 * fill in another form. A process per service over NATS with PostgreSQL. `BENCH_ROUNDS` shortens it.
 */
const people = 1_000;
const places = 100;
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
/** of respondents in a round, in which one rush happens */
const seconds = 10;

interface Rush {
  /** ms until people knew that they have a place, or none */
  placed: number[];
  refused: number[];
  /** answers that told them to come again */
  busy: number;
}

export function run(): Promise<string> {
  return withPostgres({}, async (ground) => {
    const bare = await startWithAnalytics(ground, await newDatabase(ground));
    try {
      const api = new Api(bare.url).withKey(await keyOf(bare.url));
      const live = await withForm(bare, api, 5);
      const rushes: Rush[] = [];
      const crowds: string[][] = [];
      for (let round = 0; round < rounds; round += 1) crowds.push(await gather(api));
      const times = await alternate(live, { rounds, seconds }, async () => {
        // in the middle of the respondents
        await sleep((seconds * 1_000) / 2);
        rushes.push(await rush(new URL(bare.url), crowds[rushes.length] ?? []));
      });
      return tableOf(rushes, times);
    } finally {
      await bare.stop();
    }
  });
}

/** Publishes a form and lets everybody choose the option. Returns their sessions. */
async function gather(api: Api): Promise<string[]> {
  const options = [
    { value: "early", label: "Early", limit: places },
    { value: "late", label: "Late" },
  ];
  const graph = {
    schema_version: "2.0",
    entry_node_id: "shift",
    nodes: [
      {
        id: "shift",
        question_type: "multiple_choice",
        data: { title: "Shift", is_required: true, config: { options } },
      },
      { id: "end", question_type: "end_screen", data: {} },
    ],
    edges: [{ from: "shift", to: "end", condition: null }],
  };
  const slug = await publishGraph(api, graph, { title: "Rush" });
  const connection = await Connection.open(new URL(api.url));
  const sessions: string[] = [];
  for (let at = 0; at < people; at += 1) {
    const { id } = JSON.parse((await connection.post(`/api/v2/r/${slug}/start/`, "{}")).body);
    const answer = JSON.stringify({ node_id: "shift", value: "early" });
    await connection.post(`/api/v2/r/session/${id}/next/`, answer);
    sessions.push(id);
  }
  connection.close();
  return sessions;
}

async function rush(url: URL, sessions: readonly string[]): Promise<Rush> {
  const outcome: Rush = { placed: [], refused: [], busy: 0 };
  // a server closes connections that are idle
  const connections = await Promise.all(sessions.map(() => Connection.open(url)));
  const begun = performance.now();
  const send = async (connection: Connection, session: string): Promise<void> => {
    const { status, body } = await connection.post(`/api/v2/r/session/${session}/complete/`, "{}");
    if (status === 503) {
      outcome.busy += 1;
      await sleep(1_000);
      return send(connection, session);
    }
    if (status !== 200 && !body.includes("option_full")) throw new Error(`${status} ${body}`);
    (status === 200 ? outcome.placed : outcome.refused).push(performance.now() - begun);
    connection.close();
  };
  await Promise.all(connections.map((connection, at) => send(connection, sessions[at] ?? "")));
  if (outcome.placed.length !== places) throw new Error(`${outcome.placed.length} of ${places} places were given.`);
  return outcome;
}

function tableOf(rushes: readonly Rush[], times: Awaited<ReturnType<typeof alternate>>): string {
  const ms = (of: (rush: Rush) => number) => `${Math.round(median(rushes.map(of)))} ms`;
  const known = ({ placed, refused }: Rush) => [...placed, ...refused];
  return [
    `${places} of ${people.toLocaleString("en")} people had a place in each of ${rushes.length} rounds. Median of the rounds:`,
    "",
    "| | Half | 95% | All |",
    "|---|---|---|---|",
    `| Knew that they have a place after | ${[0.5, 0.95, 1].map((share) => ms(({ placed }) => quantile(placed, share))).join(" | ")} |`,
    `| Knew that there is none after | ${[0.5, 0.95, 1].map((share) => ms(({ refused }) => quantile(refused, share))).join(" | ")} |`,
    `| All of them | ${[0.5, 0.95, 1].map((share) => ms((one) => quantile(known(one), share))).join(" | ")} |`,
    "",
    `${rushes.reduce((sum, { busy }) => sum + busy, 0)} answers said that the server is busy. The p95 of another form is ${ratioAt(times, 0.95)} of the one alone.`,
    "",
    ...timesHead,
    timesRow("Respondents alone", times.alone),
    timesRow("Respondents beside a rush", times.beside),
  ].join("\n");
}
