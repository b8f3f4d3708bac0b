import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { client, expecting, publishForm } from "../support/api.ts";
import type { Citus } from "../support/citus.ts";
import { eventually } from "../support/eventually.ts";
import { together } from "../support/faults.ts";
import { pngUpload } from "../support/images.ts";
import { isError, type Load } from "../support/load.ts";
import { addWorker, connected } from "../support/postgres.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import type { Stage } from "../support/stage.ts";
import { verify } from "../support/verify.ts";
import { type CitusStage, startCitusStage } from "./citusStage.ts";

/** Respondents while a worker of Citus is away, and while shards move. */
let on: CitusStage;
let citus: Citus;
let stage: Stage;
beforeAll(async () => {
  on = await startCitusStage({ others: together });
  ({ citus, stage } = on);
}, 240_000);
afterAll(() => on?.stop(), 120_000);

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  connected(stage.postgres.url, async (client) => (await client.query(text, values)).rows as Row[]);

/** Returns the port of the worker of each session. */
async function workersOf(sessionIds: string[]): Promise<Map<string, number>> {
  const rows = await query<{ id: string; port: number }>(
    `select w.id, n.nodeport as port from unnest($1::uuid[]) as w (id)
      join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('sessions.sessions', w.id)
      join pg_dist_node n on n.groupid = p.groupid`,
    [sessionIds],
  );
  return new Map(rows.map(({ id, port }) => [id, port]));
}

/** Checks that everything acknowledged is there, and that each completed session was delivered. */
async function expectAll(load: Load, slug: string): Promise<void> {
  await load.finish();
  const found = await verify(load, { url: stage.product.url, slug, key: stage.owner.key });
  expect(found.problems).toEqual([]);
  expect(found.completed).toBeGreaterThan(0);
  const completed = load.sessions.filter(({ isCompleted }) => isCompleted).map(({ id }) => id);
  await eventually(() => {
    const events = stage.receiver.received.map(({ body }) => JSON.parse(body));
    const delivered = new Set(events.filter(({ type }) => type === "session.completed").map((e) => e.data.session.id));
    expect(completed.filter((id) => !delivered.has(id))).toEqual([]);
  }, 90);
}

test("sessions of one worker see nothing of another that is away, and nothing is lost", async () => {
  const slug = await stage.newForm();
  // enough calls fail to open a circuit breaker, which would refuse the others too
  const load = stage.load(slug, 40, { pauseMs: 1_500 });
  await load.succeed(60);
  const lost = citus.nodes[1] as Citus["nodes"][number];
  const killedAt = load.outcomes.length;
  await lost.stopImmediately();
  // the length of the outage
  await sleep(10_000);
  await lost.startAgain();
  await load.succeed(60, 60);
  const workers = await workersOf(load.sessions.map(({ id }) => id));
  await expectAll(load, slug);
  const steps = load.outcomes.slice(killedAt).filter(({ what }) => what !== "start");
  const workerOf = ({ path }: { path: string }) => workers.get(path.split("/")[5] ?? "");
  const onOther = steps.filter((outcome) => workerOf(outcome) === citus.nodes[2]?.port);
  expect(onOther.length).toBeGreaterThan(0);
  expect(onOther.filter(isError)).toEqual([]);
  // the others were refused, and worked afterwards
  expect(new Set(steps.filter(isError).map(({ result }) => result))).toEqual(new Set([503]));
}, 240_000);

test("starts sessions, accepts an upload and an answer and reads the response while another worker is away", async () => {
  const slug = await publishForm(stage.owner, chain(node("papers", "file_upload")));
  const respondent = client({}, stage.product.url);
  const start = async () => (await expecting(201, respondent.post(`/api/v2/r/${slug}/start/`))).body.id as string;
  const ids = await Promise.all(Array.from({ length: 12 }, start));
  const workers = await workersOf(ids);
  const lost = citus.nodes[1] as Citus["nodes"][number];
  const [onLost, onOther] = [true, false].map((isLost) => ids.find((id) => (workers.get(id) === lost.port) === isLost));
  const upload = async (id?: string) =>
    respondent.post(`/api/v2/r/session/${id}/upload/?node_id=papers`, undefined, await pngUpload());
  const response = (id?: string) => stage.owner.get(`/api/v2/form/${slug}/responses/${id}/`);
  await lost.stopImmediately();
  // half of the ids would fall on the other worker
  const started = await Promise.all(Array.from({ length: 12 }, start));
  expect(new Set((await workersOf(started)).values())).toEqual(new Set([citus.nodes[2]?.port]));
  const { body: file } = await expecting(201, upload(onOther));
  const answer = { node_id: "papers", value: [file.url] };
  await expecting(200, respondent.post(`/api/v2/r/session/${onOther}/next/`, answer));
  const { body: read } = await expecting(200, response(onOther));
  expect(read.answers.map((each: { answer: unknown }) => each.answer)).toEqual([[file.url]]);
  for (const request of [upload, response]) await expect(request(onLost)).rejects.toThrow("→ 503");
  await lost.startAgain();
  await eventually(() => expecting(201, upload(onLost)), 60);
}, 240_000);

test("a shard moves to another worker under load without a loss", async () => {
  const slug = await stage.newForm();
  const load = stage.load(slug, 6, { pauseMs: 300 });
  await load.succeed(60);
  const third = await citus.add();
  await addWorker(stage.postgres.url, third.url);
  const shards = await query<{ shardid: string; port: number }>(
    `select shardid, nodeport as port from citus_shards where table_name = 'sessions.sessions'::regclass order by shardid limit 2`,
  );
  for (const { shardid, port } of shards) {
    const from = "'127.0.0.1', $2::integer";
    const text = `select citus_move_shard_placement($1::bigint, ${from}, '127.0.0.1', $3::integer, 'force_logical')`;
    await query(text, [shardid, port, third.port]);
  }
  await load.succeed(60, 60);
  const workers = await workersOf(load.sessions.map(({ id }) => id));
  expect([...workers.values()]).toContain(third.port);
  await expectAll(load, slug);
}, 240_000);
