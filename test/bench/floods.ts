import http from "node:http";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Api } from "../../deploy/demo/client.ts";
import { newCookie, startProduct } from "./product.ts";
import { quantile } from "./quantile.ts";

/**
 * `npm run bench -- floods [kind] [off]` (SECURITY.md): effect on respondents and uploads of 400 connections from 200 addresses
 * that constantly sign in or use other password endpoints. Alternates with quiet rounds, so that other load affects both. `off`
 * disables rate limits.
 */
const addresses = 200;
const connections = 400;
const rounds = 3;
const roundMs = 8_000;
const perSecond = 25;

interface Asked {
  method?: string;
  path: string;
  body: object;
  headers?: Record<string, string>;
}

/** Returns the next request of connection `at`. */
type Flood = (at: number, turn: number) => Asked;

const password = "not the right one";
const login = (at: number, turn: number, word: string): Asked => ({
  path: "/api/auth/login/",
  body: { email: `${at}.${turn}@example.com`, password: word },
});
const largeWord = "x".repeat(900_000);

/** `cookie` of a signed-in user. */
const floods: Record<string, (cookie: string) => Flood> = {
  "sign-in": () => (at, turn) => login(at, turn, password),
  "sign-in-of-900-kb": () => (at, turn) => login(at, turn, largeWord),
  "sign-in-of-290-kb": () => (at, turn) => login(at, turn, largeWord.slice(0, 290_000)),
  forgot: () => (at, turn) => ({ path: "/api/auth/forgot/", body: { email: `${at}.${turn}@example.com` } }),
  reset: () => (at, turn) => ({ path: "/api/auth/reset/", body: { token: `${at}.${turn}`, password } }),
  password: (cookie) => () => ({
    method: "PATCH",
    path: "/api/auth/me/",
    body: { password: "a new and long one", current_password: password },
    headers: { cookie },
  }),
};

export async function run([kind = "sign-in", limits = "on"]: string[] = []): Promise<string> {
  const flooding = floods[kind];
  if (!flooding) throw new Error(`Usage: npm run bench -- floods ${Object.keys(floods).join(" | ")}`);
  const product = await startProduct({
    ...{ RATE_LIMITS: limits, QUOTAS: "off", TRUSTED_PROXIES: "127.0.0.1" },
    // no one listens there, and no user has this email
    SMTP_URL: "smtp://127.0.0.1:9",
  });
  try {
    const asked = flooding(await newCookie(product.url));
    const api = new Api(product.url).withKey(product.key);
    const slug = await publish(api);
    await measure(product.url, slug);
    const quiet: Times = { steps: [], uploads: [], failures: 0 };
    const flooded: Times = { steps: [], uploads: [], failures: 0 };
    for (let round = 0; round < rounds; round += 1) {
      add(quiet, await measure(product.url, slug));
      const flood = startFlood(product.url, round, asked);
      await sleep(1_000);
      add(flooded, await measure(product.url, slug));
      await flood.stop();
      await sleep(4_500);
    }
    const row = (name: string, kind: "steps" | "uploads", share: number) => {
      const [before, during] = [quiet, flooded].map((times) => quantile(times[kind], share)) as [number, number];
      return `| ${name} | ${before.toFixed(1)} ms | ${during.toFixed(1)} ms | ${(during / before).toFixed(1)} |`;
    };
    return [
      `${kind}, rate limits ${limits}: one process on ${availableParallelism()} cores, PostgreSQL and all clients beside it.`,
      "",
      "| | quiet | beside the flood | ratio |",
      "|---|---|---|---|",
      row("step, p50", "steps", 0.5),
      row("step, p95", "steps", 0.95),
      row("upload of 1 MiB, p50", "uploads", 0.5),
      row("upload of 1 MiB, p95", "uploads", 0.95),
      `| answered 5xx | ${quiet.failures} | ${flooded.failures} | |`,
    ].join("\n");
  } finally {
    await product.stop();
  }
}

interface Times {
  steps: number[];
  uploads: number[];
  /** responses with 5xx */
  failures: number;
}

function add(to: Times, from: Times): void {
  to.steps.push(...from.steps);
  to.uploads.push(...from.uploads);
  to.failures += from.failures;
}

async function publish(api: Api): Promise<string> {
  const { slug } = await api.call<{ slug: string }>("POST", "/api/v2/form/", { title: "Floods" });
  const graph = {
    schema_version: "2.0",
    entry_node_id: "name",
    nodes: [
      { id: "name", question_type: "short_text", data: { title: "Your name" } },
      { id: "file", question_type: "file_upload", data: { title: "A file" } },
      { id: "end", question_type: "end_screen", data: { title: "Thanks" } },
    ],
    edges: [
      { from: "name", to: "file", condition: null },
      { from: "file", to: "end", condition: null },
    ],
  };
  await api.call("PUT", `/api/v2/form/${slug}/draft/`, { graph });
  await api.call("POST", `/api/v2/form/${slug}/publish/`);
  return slug;
}

/** Runs respondents evenly over a round. Every tenth uploads a file. */
async function measure(url: string, slug: string): Promise<Times> {
  const times: Times = { steps: [], uploads: [], failures: 0 };
  const count = (roundMs / 1000) * perSecond;
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      await sleep((at * 1000) / perSecond);
      await respond(url, slug, times, at);
    }),
  );
  return times;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

async function respond(url: string, slug: string, times: Times, at: number): Promise<void> {
  const headers = { "x-forwarded-for": `10.9.${at % 250}.1` };
  const started = await send(`${url}/api/v2/r/${slug}/start/`, "", headers);
  const { id } = JSON.parse(started.body) as { id?: string };
  times.failures += [started].filter(({ status }) => status >= 500).length;
  if (!id) return;
  const base = `${url}/api/v2/r/session/${id}`;
  const step = await send(`${base}/next/`, JSON.stringify({ node_id: "name", value: "Ada" }), headers);
  times.steps.push(started.ms, step.ms);
  times.failures += Number(step.status >= 500);
  if (at % 10 !== 0) return;
  const form = "--x\r\ncontent-disposition: form-data; name=file; filename=a.pdf\r\n\r\n";
  const file = Buffer.alloc(1024 * 1024);
  file.write("%PDF-1.7\n");
  const body = Buffer.concat([Buffer.from(form), file, Buffer.from("\r\n--x--\r\n")]);
  const type = { ...headers, "content-type": "multipart/form-data; boundary=x" };
  const upload = await send(`${base}/upload/?node_id=file`, body, type);
  times.failures += Number(upload.status >= 500);
  times.uploads.push(upload.ms);
}

/** Each connection repeats its request immediately after the response. */
function startFlood(url: string, round: number, asked: Flood) {
  const flooding = new http.Agent({ keepAlive: true, maxSockets: connections });
  let isEnding = false;
  const all = Array.from({ length: connections }, async (_, at) => {
    for (let turn = 0; !isEnding; turn += 1) {
      const address = `10.${round}.${at % addresses}.1`;
      const { method, path, body, headers } = asked(at, turn);
      const options = { method, by: flooding };
      const sent = send(url + path, JSON.stringify(body), { ...headers, "x-forwarded-for": address }, options);
      await sent.catch(() => sleep(100));
    }
  });
  return {
    async stop() {
      isEnding = true;
      await Promise.all(all);
      flooding.destroy();
    },
  };
}

interface Answered {
  status: number;
  body: string;
  ms: number;
}

interface SendOptions {
  method?: string | undefined;
  by?: http.Agent;
}

function send(
  url: string,
  body: string | Buffer,
  headers: object,
  { method = "POST", by = agent }: SendOptions = {},
): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const begun = performance.now();
  const length = { "content-length": Buffer.byteLength(body) };
  const type = body.length > 0 ? { "content-type": "application/json" } : {};
  const options = { method, agent: by, headers: { ...type, ...length, ...headers } };
  const request = http.request(url, options, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk) => chunks.push(chunk)).on("error", reject);
    response.on("end", () => {
      const status = response.statusCode ?? 0;
      resolve({ status, body: Buffer.concat(chunks).toString(), ms: performance.now() - begun });
    });
  });
  request.on("error", reject).end(body);
  return promise;
}
