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

/** Logs three lines in one turn and ends as given. */
const turn = (end: string) => `
  import { ServiceBroker } from "moleculer";
  import { loggerOptions } from "./shared/platform/ops/log.ts";
  const { info } = new ServiceBroker(loggerOptions()).getLogger("gateway");
  for (const line of ["first", "second", "third"]) info(line);
  ${end}
`;

test.each(["throw new Error()", "process.exit(1)", "Promise.reject(new Error())"])(
  "writes all lines before %s",
  async (end) => {
    const env = { ...process.env, LOG_FORMAT: "json" };
    const run = promisify(execFile)("node_modules/.bin/node", ["--input-type=module", "-e", turn(end)], { env });
    const { stdout } = (await run.catch((error: unknown) => error)) as { stdout: string };
    // each has its time: a line that was being written can come after those that the end of the process flushes
    const lines = stdout
      .replaceAll(/.*"msg":"(.*)".*/g, "$1")
      .trimEnd()
      .split("\n");
    expect(lines.toSorted()).toEqual(["first", "second", "third"]);
  },
);
