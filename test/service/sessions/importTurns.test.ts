import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import { importResponses } from "../../../services/sessions/actions/imports.ts";
import { checkFile } from "../../../services/sessions/imports/check.ts";
import type { SessionsService } from "../../../services/sessions/service.ts";

/** Files of responses that wait for their check (wants §25). Each of these has lost its bytes, which is 400 in its turn. */
const inMs = (ms: number) => Date.now() + ms;

/** A service whose store of uploads answers once `answer` is called. */
function storeThatWaits() {
  const { promise: bytes, resolve } = Promise.withResolvers<null>();
  const service = { files: { read: () => bytes } } as unknown as SessionsService;
  const check = (accountId: string, deadline: number, mapping: string | null = null): Promise<unknown> => {
    const file = { file_key: "imports/x" } as Parameters<typeof checkFile>[1]["file"];
    const options = { refusesInvalid: false, refusesIncomplete: false };
    return checkFile(service, { accountId, file, mapping, options, isDryRun: true }, deadline);
  };
  return { check, answer: () => resolve(null) };
}

const checked = { code: 400, data: { errors: ["file: is required"] } };
const codes = async (runs: Promise<unknown>[]): Promise<number[]> =>
  (await Promise.allSettled(runs)).map((run) => (run.status === "rejected" ? run.reason.code : 200));

test("files of a workspace are checked in turn, however many arrive together", async () => {
  const { check, answer } = storeThatWaits();
  const ended = codes(Array.from({ length: 1_500 }, () => check("a", inMs(60_000))));
  answer();
  expect(await ended).toEqual(Array(1_500).fill(400));
});

test("mappings that wait take no more than 16 MiB of a workspace", async () => {
  const { check, answer } = storeThatWaits();
  const ofMiB = " ".repeat(2 ** 20);
  const ended = codes(Array.from({ length: 16 }, () => check("a", inMs(60_000), ofMiB)));
  const over = { code: 503, type: "OVERLOADED", message: expect.stringMatching(/^Files with mappings of over 16 MiB/) };
  await expect(check("a", inMs(60_000), " ")).rejects.toMatchObject(over);
  const other = codes([check("b", inMs(60_000), ofMiB)]);
  answer();
  expect([...(await ended), ...(await other)]).toEqual(Array(17).fill(400));
  // a file whose check ended takes no room
  await expect(check("a", inMs(60_000), ofMiB)).rejects.toMatchObject(checked);
});

test("a file that waits is refused at its deadline, and says what it waited for", async () => {
  const { check, answer } = storeThatWaits();
  const first = expect(check("a", inMs(60_000))).rejects.toMatchObject(checked);
  const busy = { code: 503, type: "OVERLOADED" };
  const own = expect.stringMatching(/^The file waited for other files of your workspace/);
  const others = expect.stringMatching(/^The file waited for files of other workspaces/);
  await Promise.all([
    expect(check("a", inMs(300))).rejects.toMatchObject({ ...busy, message: own }),
    expect(check("b", inMs(300))).rejects.toMatchObject({ ...busy, message: others }),
  ]);
  answer();
  await first;
});

function withDatabase(this: object): void {
  Object.assign(this, { database: {} });
}

test("files that wait keep none out, however many there are", async () => {
  const broker = new ServiceBroker({ logger: false, bulkhead: { enabled: true, concurrency: 1, maxQueueSize: 1 } });
  const arrived = Promise.withResolvers<void>();
  let waiting = 0;
  const locate = async () => {
    waiting += 1;
    if (waiting === 3) arrived.resolve();
    await arrived.promise;
    throw new Error("not here");
  };
  broker.createService({ name: "forms", actions: { locate: { bulkhead: { enabled: false }, handler: locate } } });
  broker.createService({ name: "sessions", created: withDatabase, actions: { importResponses } } as never);
  await broker.start();
  const file = { caller: {}, slug: "x", id: randomUUID(), mapping: null, query: {} };
  const runs = Array.from({ length: 3 }, () => broker.call("sessions.importResponses", file));
  const ended = await Promise.allSettled(runs);
  await broker.stop();
  expect(ended.map((run) => run.status === "rejected" && run.reason.message)).toEqual(Array(3).fill("not here"));
});
