import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "../../deploy/demo/client.ts";
import { freePort, startEmbedded } from "../../shared/platform/embedded/postgres.ts";
import { memoryOptions, untilReady } from "./programs.ts";

/** Pathform as operators start it, on a temporary PostgreSQL. */
export interface BenchedProduct {
  url: string;
  /** API key of an owner */
  key: string;
  /** sends messages to `preload` */
  process: ChildProcess;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "../..");

/** `preload` is the URL of a module that is loaded first. */
export async function startProduct(env: Record<string, string>, preload?: string): Promise<BenchedProduct> {
  const folder = mkdtempSync(join(tmpdir(), "pathform-bench-"));
  // PostgreSQL can run as another user, who needs access
  chmodSync(folder, 0o711);
  const postgres = await startEmbedded({ dataDir: folder });
  const port = await freePort();
  const log = join(folder, "log");
  const output = openSync(log, "a");
  const child = spawn(process.execPath, [...memoryOptions(["services"]), join(root, "deploy/serve.mjs"), "services"], {
    cwd: root,
    stdio: ["ignore", output, output, ...(preload ? (["ipc"] as const) : [])],
    env: {
      ...(preload && { NODE_OPTIONS: `--import=${preload}` }),
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      SECRETS_KEY: Buffer.alloc(32, "bench").toString("base64"),
      SIGNUP: "open",
      RATE_LIMITS: "off",
      ALLOW_PRIVATE_DESTINATIONS: "true",
      LOG_FORMAT: "json",
      LOG_LEVEL: "warn",
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    const ended = child.exitCode === null ? once(child, "exit") : Promise.resolve();
    child.kill("SIGTERM");
    await ended;
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const lastWords = () => `Pathform did not start:\n${readFileSync(log, "utf8").slice(-2_000)}`;
    await untilReady(url, [{ hasEnded: () => child.exitCode !== null, lastWords }]);
    return { url, key: await newKey(url), process: child, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates and publishes a form, and returns its slug. */
export async function publishGraph(
  api: Api,
  graph: unknown,
  settings: { title?: string; response_limit?: number | null } = {},
): Promise<string> {
  const { slug } = await api.call<{ slug: string }>("POST", "/api/v2/form/", { title: "Bench", ...settings });
  await api.call("PUT", `/api/v2/form/${slug}/draft/`, { graph });
  await api.call("POST", `/api/v2/form/${slug}/publish/`);
  return slug;
}

/** Account that owns the benchmark's data. */
const benchAccount = { email: "bench@example.com", password: "only for a while" };

const headers = { "content-type": "application/json" };

export async function newKey(url: string, account = benchAccount): Promise<string> {
  const cookie = await enter(`${url}/api/auth/register/`, { ...account, name: "Bench" });
  const made = await fetch(`${url}/api/account/api-keys/`, {
    method: "POST",
    headers: { ...headers, cookie },
    body: JSON.stringify({ name: "Bench" }),
  });
  return ((await made.json()) as { key: string }).key;
}

/** The gateway is ready before the services of owners. */
export async function keyOf(url: string, account = benchAccount): Promise<string> {
  for (;;) {
    const key = await newKey(url, account).catch(() => undefined);
    if (key) return key;
    await sleep(500);
  }
}

/** Returns the body of its sign-in. */
export const newCookie = (url: string): Promise<string> => enter(`${url}/api/auth/login/`, benchAccount);

/** Waits as long as a busy machine asks for. */
async function enter(url: string, body: object): Promise<string> {
  const answered = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (answered.status === 503) {
    await sleep(1000 * Number(answered.headers.get("retry-after") ?? 1));
    return enter(url, body);
  }
  if (!answered.ok) throw new Error(`${url}: ${answered.status} ${await answered.text()}`);
  return answered.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
}
