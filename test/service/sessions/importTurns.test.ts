import { expect, test } from "@jest/globals";
import { checkFile } from "../../../services/sessions/imports/check.ts";
import type { SessionsService } from "../../../services/sessions/service.ts";

/** Files of responses that wait for their check (wants §25). Each of these has lost its bytes, which is 400 in its turn. */
const inMs = (ms: number) => Date.now() + ms;

/** A service whose store of uploads answers once `answer` is called. */
function storeThatWaits() {
  const { promise: bytes, resolve } = Promise.withResolvers<null>();
  const service = { files: { read: () => bytes } } as unknown as SessionsService;
  const check = (accountId: string, deadline: number): Promise<unknown> => {
    const file = { file_key: "imports/x" } as Parameters<typeof checkFile>[1]["file"];
    const options = { refusesInvalid: false, refusesIncomplete: false };
    return checkFile(service, { accountId, file, mapping: null, options, isDryRun: true }, deadline);
  };
  return { check, answer: () => resolve(null) };
}

const checked = { code: 400, data: { errors: ["file: is required"] } };
const codes = async (runs: Promise<unknown>[]): Promise<number[]> =>
  (await Promise.allSettled(runs)).map((run) => (run.status === "rejected" ? run.reason.code : 200));

test("files of a workspace are checked in turn, however many arrive together, up to a limit", async () => {
  const { check, answer } = storeThatWaits();
  const runs = Array.from({ length: 102 }, () => check("a", inMs(60_000)));
  const ended = codes(runs);
  await expect(runs[101]).rejects.toMatchObject({ code: 429 });
  answer();
  expect(await ended).toEqual([...Array(101).fill(400), 429]);
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
