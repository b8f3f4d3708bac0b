import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { adminUrl } from "../../shared/platform/embedded/roles.ts";
import { expecting, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { stablePort } from "../support/ports.ts";
import { type Process, startProcess } from "../support/processes.ts";
import { runFolder } from "../support/run.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";
import { register, type Stage } from "../support/stage.ts";

/** `npm start` with DATA_DIR on a small disk that fills up and is freed. Only root can mount one. */
const root = join(import.meta.dirname, "../..");
const asRoot = process.getuid?.() === 0 ? test : test.skip;
const graph = graphOf(
  [
    node("name", "short_text"),
    node("story", "long_text", { max_length: 10_000 }),
    node("papers", "file_upload"),
    end("end"),
  ],
  [edge("name", "story"), edge("story", "papers"), edge("papers", "end")],
);
const sentence = /^The database disk is full\. Try again after/;

let disk: string;
let url: string;
let product: Process;
let owner: Stage["owner"];
let slug: string;

beforeAll(async () => {
  if (process.getuid?.() !== 0) return;
  chmodSync(runFolder(), 0o711);
  disk = mkdtempSync(join(runFolder(), "disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=200m,mode=755", "tmpfs", disk]);
  const port = await stablePort();
  url = `http://127.0.0.1:${port}`;
  const env = { DATA_DIR: disk, PORT: String(port), LOG_FORMAT: "json", RATE_LIMITS: "off" };
  const args = ["deploy/serve.mjs", "services"];
  product = await startProcess({ name: "full-disk", command: process.execPath, args, env, cwd: root });
  await isReady();
  owner = await register(url);
  slug = await publishForm(owner, graph);
}, 120_000);

afterAll(async () => {
  await product?.kill("SIGINT");
  if (disk) execFileSync("umount", [disk]);
}, 30_000);

const waitsForSpace = () =>
  eventually(async () => {
    const waiting = { waits_for: expect.arrayContaining(["space on the disk of DATA_DIR"]) };
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject(waiting);
  }, 30);

const isReady = () => eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 60);

async function post(path: string, body: object): Promise<{ status: number; detail: string; id: string }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/api/v2/r/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, ...((await response.json()) as { detail: string; id: string }) };
}

async function upload(session: string): Promise<{ status: number; detail: string }> {
  const body = new FormData();
  body.append("file", new Blob([`%PDF-1.4\n${"x".repeat(50_000)}`]), "a.pdf");
  const response = await fetch(`${url}/api/v2/r/session/${session}/upload/?node_id=papers`, { method: "POST", body });
  return { status: response.status, ...((await response.json()) as { detail: string }) };
}

const next = (session: string, nodeId: string, value: string) =>
  post(`session/${session}/next/`, { node_id: nodeId, value });

function postmaster(): { pid: number; port: number } {
  const lines = readFileSync(join(disk, "postgres/postmaster.pid"), "utf8").split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

const filler = () => join(disk, "filler");

function fillDisk(): void {
  const file = openSync(filler(), "w");
  try {
    for (const block of [2 ** 20, 4096]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(block));
      } catch (error) {
        expect(error).toMatchObject({ code: "ENOSPC" });
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Connects before the disk is full, because a new connection may have to write a cache file. */
async function connectAdmin(): Promise<pg.Client> {
  const { port } = postmaster();
  const password = readFileSync(join(disk, "postgres.password"), "utf8").trim();
  const admin = new pg.Client({ connectionString: adminUrl(port, password) });
  admin.on("error", () => undefined);
  await admin.connect();
  return admin;
}

/** Makes PostgreSQL need a new WAL file. */
async function fillLog(admin: pg.Client): Promise<void> {
  const switchFile = () => admin.query("select pg_logical_emit_message(true, 'a', 'b'), pg_switch_wal()");
  await expect(
    (async () => {
      for (;;) await switchFile();
    })(),
  ).rejects.toThrow();
}

asRoot(
  "answers 503 while its disk is full, loses nothing, and recovers by itself when there is space",
  async () => {
    const { id } = await post(`${slug}/start/`, {});
    expect(await next(id, "name", "Ada")).toMatchObject({ status: 200 });
    const { id: other } = await post(`${slug}/start/`, {});
    for (const [nodeId, value] of [
      ["name", "Eve"],
      ["story", "short"],
    ] as const)
      await next(other, nodeId, value);
    const admin = await connectAdmin();
    fillDisk();
    const story = randomBytes(4_900).toString("hex");
    const [answered, uploaded] = await Promise.all([next(id, "story", story), upload(other)]);
    expect(answered).toMatchObject({ status: 503, detail: expect.stringMatching(sentence) });
    expect(uploaded).toMatchObject({ status: 503, detail: expect.stringMatching(/ is full\. Try again after/) });

    await fillLog(admin);
    const waiting = { waits_for: expect.arrayContaining(["space on the disk of DATA_DIR"]) };
    await eventually(async () => expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject(waiting), 30);
    expect(await next(id, "story", story)).toMatchObject({ status: 503, detail: expect.stringMatching(sentence) });

    rmSync(filler());
    await isReady();
    expect(await next(id, "story", story)).toMatchObject({ status: 200 });
    expect(await upload(other)).toMatchObject({ status: 201 });
    const { body } = await expecting(200, owner.get(`/api/v2/form/${slug}/responses/${id}/`));
    expect(body.answers.map(({ answer }: { answer: string }) => answer)).toEqual(["Ada", story]);
  },
  120_000,
);

asRoot(
  "ends cleanly on Ctrl-C while PostgreSQL waits for space",
  async () => {
    fillDisk();
    process.kill(postmaster().pid, "SIGKILL");
    await waitsForSpace();
    await product.kill("SIGINT");
    expect(await product.ended).toBe(0);
  },
  60_000,
);
