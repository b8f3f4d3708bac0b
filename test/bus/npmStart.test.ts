import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { guardProcess, processIsGone } from "../support/guard.ts";
import { stablePort } from "../support/ports.ts";
import { type Process, startProcess } from "../support/processes.ts";
import { runFolder } from "../support/run.ts";

/** `npm start` with only DATA_DIR, HOST and PORT set (decisions §8). */
const root = join(import.meta.dirname, "../..");
let dataDir: string;
let port: string;

beforeAll(async () => {
  chmodSync(runFolder(), 0o711);
  dataDir = mkdtempSync(join(runFolder(), "npm-start-"));
  chmodSync(dataDir, 0o755);
  port = String(await stablePort());
});

function start(env: Record<string, string>): Promise<Process> {
  const own = { DATA_DIR: dataDir, HOST: "::1", PORT: port, LOG_FORMAT: "json", ...env };
  return startProcess({
    name: "npm-start",
    command: process.execPath,
    args: ["deploy/serve.mjs", "services"],
    env: own,
    cwd: root,
  });
}

const outputOf = ({ log }: Process) => readFileSync(log, "utf8");

let first: Process;
afterAll(() => first?.kill());

test("prints its URL, and warns about a former variable name", async () => {
  first = await start({ DRAIN_PATIENCE_MS: "4000" });
  const [, url] = await eventually(() => {
    const said = /^Pathform is ready at (\S+)$/m.exec(outputOf(first));
    if (!said) throw new Error(outputOf(first));
    return said;
  }, 60);
  expect(url).toBe(`http://[::1]:${port}`);
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
  expect(outputOf(first).includes("Running as root")).toBe(process.getuid?.() === 0);
  expect(outputOf(first)).toContain("DRAIN_PATIENCE_MS is deprecated. Use DRAIN_TIMEOUT_MS.");
}, 90_000);

test("can't be claimed by a page of another host, and accepts any host once it is claimed", async () => {
  const account = { email: "ada@example.com", password: "correct horse battery", name: "Ada" };
  const register = async (host: string) => {
    const headers = { host, origin: `http://${host}`, "content-type": "application/json" };
    const sent = request({ host: "::1", port, method: "POST", path: "/api/auth/register/", headers });
    sent.end(JSON.stringify(account));
    const [reply] = (await once(sent, "response")) as [IncomingMessage];
    return reply.resume().statusCode;
  };
  expect(await register(`attacker.example:${port}`)).toBe(400);
  expect(await register(`[::1]:${port}`)).toBe(201);
  expect(await register(`attacker.example:${port}`)).toBe(403);
});

test("a second start with the same DATA_DIR exits with one line", async () => {
  const second = await start({ PORT: "0" });
  expect(await second.ended).toBe(1);
  expect(outputOf(second)).toBe(
    `DATA_DIR ${dataDir} is in use by another Pathform process. Stop it, or set another DATA_DIR.\n`,
  );
});

const postmasterPid = () => Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);

test("restarts a killed PostgreSQL and is ready again", async () => {
  const killed = postmasterPid();
  process.kill(killed, "SIGKILL");
  await eventually(() => expect(outputOf(first)).toContain("PostgreSQL is running again."), 30);
  expect(outputOf(first)).toContain("PostgreSQL ended, restarting.");
  expect(postmasterPid()).not.toBe(killed);
  await eventually(async () => expect((await fetch(`http://[::1]:${port}/readyz`)).status).toBe(200), 30);
}, 60_000);

test("Ctrl+C stops it and PostgreSQL cleanly", async () => {
  const pid = postmasterPid();
  guardProcess(pid);
  await first.kill("SIGINT");
  expect(await first.ended).toBe(0);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  processIsGone(pid);
});

test("Ctrl+C stops it cleanly during a restart of PostgreSQL", async () => {
  first = await start({});
  await eventually(() => expect(outputOf(first)).toContain("Pathform is ready at"), 60);
  const killed = postmasterPid();
  process.kill(killed, "SIGKILL");
  await eventually(() => expect(outputOf(first)).toContain("PostgreSQL ended, restarting."), 30);
  await first.kill("SIGINT");
  expect(await first.ended).toBe(0);
}, 90_000);

test("exits with one line if DATA_DIR is a file", async () => {
  const file = join(dataDir, "file");
  writeFileSync(file, "");
  const refused = await start({ DATA_DIR: file });
  expect(await refused.ended).toBe(1);
  expect(outputOf(refused)).toBe(`DATA_DIR ${file} isn't a folder. Set DATA_DIR to a separate folder for Pathform.\n`);
});
