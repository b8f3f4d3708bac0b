import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

/** JSON logs (LOG_FORMAT=json), in a separate process, because pino writes to the file descriptor. */
const script = `
  import { ServiceBroker } from "moleculer";
  import { loggerOptions } from "./shared/platform/ops/log.ts";
  const broker = new ServiceBroker(loggerOptions());
  await broker.start();
  broker.getLogger("gateway").info("GET /api/v2/form/ 200", { status: 200 });
  broker.getLogger("gateway").error("It failed", new Error("why"));
  await broker.call("nobody.answers").catch(() => undefined);
  await broker.stop();
`;

/** Returns the lines that the script logs at this level. */
async function logged(level: string): Promise<Record<string, unknown>[]> {
  const env = { ...process.env, LOG_FORMAT: "json", LOG_LEVEL: level };
  const { stdout } = await promisify(execFile)("node_modules/.bin/node", ["--input-type=module", "-e", script], {
    env,
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("logs the level name, ISO time, service and version, but not the broker's retries", async () => {
  const lines = await logged("info");
  const { name: service, version } = JSON.parse(readFileSync("package.json", "utf8"));
  const always = { service, version, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) };
  expect(lines).toEqual([
    expect.objectContaining({ ...always, level: "info", msg: "GET /api/v2/form/ 200", status: 200 }),
    expect.objectContaining({ ...always, level: "error", msg: "It failed", err: expect.anything() }),
  ]);
});

test("logs no retries of the broker at warn either", async () => {
  expect(await logged("warn")).toEqual([expect.objectContaining({ level: "error", msg: "It failed" })]);
});

/** Logs three lines in one turn and ends as given. Counts its writes, which are slow. */
const turn = (end: string) => `
  import { ServiceBroker } from "moleculer";
  import { loggerOptions } from "./shared/platform/ops/log.ts";
  import fs from "node:fs";
  const write = fs.write;
  let writes = 0;
  fs.write = (file, text, done) => {
    writes += 1;
    write(file, text, (...result) => setTimeout(done, 20, ...result));
  };
  const { info } = new ServiceBroker(loggerOptions()).getLogger("gateway");
  const inTurn = (...lines) => lines.forEach((line) => info(line));
  inTurn("first", "second", "third");
  ${end}
`;

async function endedBy(end: string): Promise<string> {
  const env = { ...process.env, LOG_FORMAT: "json" };
  const run = promisify(execFile)("node_modules/.bin/node", ["--input-type=module", "-e", turn(end)], { env });
  // an exception is an error with the same field
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return stdout.replaceAll(/.*"msg":"(.*)".*/g, "$1");
}

test("writes the lines of a turn at once, and those of the next turn while they are written", async () => {
  const next = `setImmediate(() => { inTurn("fourth", "fifth"); process.prependOnceListener("beforeExit", () => inTurn(String(writes))); });`;
  expect(await endedBy(next)).toBe("first\nsecond\nthird\nfourth\nfifth\n2\n");
});

test.each(["throw new Error()", "process.exit(1)", "Promise.reject(new Error())"])(
  "writes the lines before %s",
  async (end) => {
    expect(await endedBy(end)).toBe("first\nsecond\nthird\n");
  },
);
