import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, expect, test } from "@jest/globals";
import { Importer } from "../../../../services/forms/importing/importer.ts";
import { eventually } from "../../../support/eventually.ts";
import { xlsxOf } from "../../../support/zip.ts";

/** Conversions in processes of their own (features §14). */
let importer: Importer;
afterEach(() => importer.stop());

const header = ["type", "name", "label"];
const small = xlsxOf({ survey: [header, ["text", "a", "A"]] });
/** Takes a second of CPU time. */
const large = xlsxOf({
  survey: [header, ["text", "a", "A"], ...Array.from({ length: 18_999 }, (_, at) => ["start", `q${at}`, "Q"])],
});

const converted = async (account: string, bytes = small): Promise<number> =>
  JSON.parse(await importer.convert(account, { bytes: bytes })).counts.found;
const refusal = { code: 400, data: { errors: [expect.stringMatching(/too long or too much memory/)] } };

test("refuses a document that needs too much memory, and converts the next one", async () => {
  importer = new Importer({ memoryMiB: 64 });
  const hungry = Buffer.from(`{"fields": [${"{},".repeat(1_600_000)}{}]}`);
  const [first, other] = await Promise.allSettled([importer.convert("a", { bytes: hungry }), converted("b")]);
  expect(first).toMatchObject({ status: "rejected", reason: refusal });
  expect(other).toEqual({ status: "fulfilled", value: 1 });
  expect(await converted("a")).toBe(1);
});

test("refuses a document that needs too much CPU time, and converts the next one", async () => {
  importer = new Importer({ cpuMs: 1 });
  await expect(importer.convert("a", { bytes: large })).rejects.toMatchObject(refusal);
  importer.stop();
  importer = new Importer();
  expect(await converted("a")).toBe(1);
});

/** Processes for imports. */
const processes = (): string[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ").filter(isImporting);
function isImporting(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("importing/child.ts");
  } catch {
    return false;
  }
}

test("ends a conversion whose caller has left, and forgets those that wait", async () => {
  importer = new Importer({ waiting: 1 });
  await importer.start();
  const left = new AbortController();
  const reason = new Error("left");
  const running = importer.convert("a", { bytes: large }, left.signal);
  const waiting = importer.convert("a", { bytes: large }, left.signal);
  await expect(importer.convert("a", { bytes: small })).rejects.toMatchObject({ code: 429 });
  // the first one has begun
  await setImmediate();
  left.abort(reason);
  await expect(running).rejects.toBe(reason);
  await expect(waiting).rejects.toBe(reason);
  await eventually(() => expect(processes()).toHaveLength(1));
  expect(await converted("a")).toBe(1);
});

test("converts one document of an account at a time, so that others have a place", async () => {
  importer = new Importer();
  const order: string[] = [];
  const note = (name: string) => (found: number) => order.push(`${name} ${found}`);
  await Promise.all([
    converted("a", large).then(note("a")),
    converted("a", large).then(note("a")),
    converted("a", large).then(note("a")),
    converted("b").then(note("b")),
  ]);
  expect(order.indexOf("b 1")).toBeLessThan(2);
});

test("loads neither the bus nor the platform, so that it starts soon", async () => {
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });`;
  const read = new URL("../../../../services/forms/importing/read.ts", import.meta.url);
  const run = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, read.pathname];
  const { stdout } = await promisify(execFile)(process.execPath, run);
  const loaded = stdout.split("\n");
  expect(loaded).toContainEqual(expect.stringContaining("importing/read.ts"));
  expect(loaded.filter((url) => /node_modules\/moleculer|\/shared\/(bus|platform)\//.test(url))).toEqual([]);
});
