import http from "node:http";
import type { AddressInfo } from "node:net";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Api } from "../../deploy/demo/client.ts";
import { publishGraph, startProduct } from "./product.ts";
import { quantile } from "./quantile.ts";

/**
 * `npm run bench -- deliveries` (docs/adr/0004-delivery-queue.md): deliveries per second of one process, to one destination and
 * to 200, and the delay from `complete` to the event, alone and with 100 hanging receivers.
 */
const deliveries = 4000;
const holes = 100;
const responses = 200;
const perSecond = 20;

export async function run(): Promise<string> {
  const product = await startProduct({});
  const receiver = await startReceiver();
  const api = new Api(product.url).withKey(product.key);
  try {
    const one = await throughput(api, receiver, 1);
    const many = await throughput(api, receiver, 200);
    const alone = await latency(api, receiver, 0);
    const beside = await latency(api, receiver, holes);
    return [
      `One process with all services on ${cpus().length} cores, its PostgreSQL and the receiver beside it.`,
      "",
      "| destinations | deliveries/s |",
      "|---|---|",
      `| 1 | ${Math.round(one)} |`,
      `| 200 | ${Math.round(many)} |`,
      "",
      `| receivers that hang | from \`complete\` to arrival, p50 | p95 | arrived |`,
      "|---|---|---|---|",
      row(0, alone),
      row(holes, beside),
    ].join("\n");
  } finally {
    await product.stop();
    receiver.close();
  }
}

const row = (count: number, times: number[]): string =>
  `| ${count} | ${Math.round(quantile(times, 0.5))} ms | ${Math.round(quantile(times, 0.95))} ms | ${times.length} of ${responses} |`;

interface Receiver {
  url: string;
  /** arrival times in ms by session id */
  arrivals: Map<string, number>;
  count(): number;
  close(): void;
}

async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, number>();
  let count = 0;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.url?.startsWith("/hole")) return;
    count += 1;
    const { data } = JSON.parse(Buffer.concat(chunks).toString());
    arrivals.set(data.session.id, performance.now());
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    count: () => count,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Makes all deliveries once to fill the log, then replays them together and measures that. */
async function throughput(api: Api, receiver: Receiver, destinations: number): Promise<number> {
  const slug = await publish(api);
  const paths = await Promise.all(
    Array.from({ length: destinations }, (_, index) =>
      attach(api, slug, `${receiver.url}/${index}`, "session.started"),
    ),
  );
  const before = receiver.count();
  await inParallel(deliveries / destinations, 16, () => api.call("POST", `/api/v2/r/${slug}/start/`));
  await until(() => receiver.count() >= before + deliveries);
  await sleep(1500);
  const from = receiver.count();
  const began = performance.now();
  await inParallel(paths.length, 16, (index) => api.call("POST", `${paths[index]}deliveries/replay/`, {}));
  await until(() => receiver.count() >= from + deliveries);
  return deliveries / ((performance.now() - began) / 1000);
}

/** Returns the ms from the response of `complete` to the event, per session. */
async function latency(api: Api, receiver: Receiver, hanging: number): Promise<number[]> {
  const slug = await publish(api);
  await Promise.all(
    Array.from({ length: hanging }, (_, index) =>
      attach(api, slug, `${receiver.url}/hole/${index}`, "session.completed"),
    ),
  );
  await attach(api, slug, receiver.url, "session.completed");
  const completed = new Map<string, number>();
  await Promise.all(
    Array.from({ length: responses }, async (_, index) => {
      await sleep((index * 1000) / perSecond);
      completed.set(await respond(api, slug), performance.now());
    }),
  );
  await until(() => [...completed.keys()].every((id) => receiver.arrivals.has(id)), 30_000).catch(() => undefined);
  return [...completed].flatMap(([id, at]) => {
    const arrival = receiver.arrivals.get(id);
    return arrival === undefined ? [] : [Math.max(0, arrival - at)];
  });
}

async function respond(api: Api, slug: string): Promise<string> {
  const { id } = await api.call<{ id: string }>("POST", `/api/v2/r/${slug}/start/`);
  await api.call("POST", `/api/v2/r/session/${id}/next/`, { node_id: "name", value: "Ada Lovelace" });
  await api.call("POST", `/api/v2/r/session/${id}/complete/`);
  return id;
}

function publish(api: Api): Promise<string> {
  const graph = {
    schema_version: "2.0",
    entry_node_id: "name",
    nodes: [
      { id: "name", question_type: "short_text", data: { title: "Your name" } },
      { id: "end", question_type: "end_screen", data: { title: "Thanks" } },
    ],
    edges: [{ from: "name", to: "end", condition: null }],
  };
  return publishGraph(api, graph);
}

/** Creates an integration and returns its path. */
async function attach(api: Api, slug: string, url: string, event: string): Promise<string> {
  const made = await api.call<{ id: string }>("POST", "/api/integrations/webhook/", { name: "Bench", config: { url } });
  await api.call("POST", `/api/v2/form/${slug}/integrations/`, { integration_id: made.id, events: [event] });
  return `/api/integrations/webhook/${made.id}/`;
}

async function inParallel(count: number, width: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

async function until(isDone: () => boolean, timeout = 120_000): Promise<void> {
  for (const deadline = Date.now() + timeout; !isDone(); await sleep(5)) {
    if (Date.now() > deadline) throw new Error("Timed out waiting for deliveries.");
  }
}
