import { expect, test } from "@jest/globals";
import { withoutDeadline } from "../../shared/platform/deadlines/deadline.ts";
import { openShares, waitingLimit } from "../../shared/platform/shares.ts";

/** Work that is in progress until it ends, by name. */
function heldWork() {
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => new Promise<void>((resolve) => ends.set(name, resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    ends.delete(name);
    await settled();
  };
  return { begun: () => [...ends.keys()], work, end };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("runs an account's share in order, and another account's work beside it", async () => {
  const inShare = openShares({ perAccount: 2, total: 4 });
  const { begun, work, end } = heldWork();
  for (const name of ["a1", "a2", "a3", "a4"]) void inShare("a", withoutDeadline, work(name));
  void inShare("b", withoutDeadline, work("b1"));
  await settled();
  expect(begun()).toEqual(["a1", "a2", "b1"]);
  await end("a2");
  expect(begun()).toEqual(["a1", "b1", "a3"]);
});

test("doesn't let the account that waits longest take all places", async () => {
  const inShare = openShares({ perAccount: 1, total: 2 });
  const { begun, work, end } = heldWork();
  for (const name of ["a1", "a2", "a3"]) void inShare("a", withoutDeadline, work(name));
  for (const name of ["b1", "b2"]) void inShare("b", withoutDeadline, work(name));
  void inShare("c", withoutDeadline, work("c1"));
  await settled();
  expect(begun()).toEqual(["a1", "b1"]);
  await end("a1");
  expect(begun()).toEqual(["b1", "c1"]);
});

test("refuses work whose deadline passed while it waited with 503, and doesn't run it", async () => {
  const inShare = openShares({ perAccount: 1, total: 1 });
  const { begun, work, end } = heldWork();
  void inShare("a", withoutDeadline, work("a1"));
  const late = inShare("a", { locals: { deadline: Date.now() - 1 } }, work("a2"));
  await Promise.all([expect(late).rejects.toMatchObject({ code: 503 }), end("a1")]);
  expect(begun()).toEqual([]);
});

test("refuses work at its deadline, and names the requests that it waits for", async () => {
  const inShare = openShares({ perAccount: 1, total: 1 });
  const { begun, work, end } = heldWork();
  // later than the calls begin to wait, on a busy machine, too
  const late = { locals: { deadline: Date.now() + 300 } };
  void inShare("a", withoutDeadline, work("a1"));
  const [own, others] = [inShare("a", late, work("a2")), inShare("b", late, work("b1"))];
  void inShare("a", withoutDeadline, work("a3"));
  const busy = { code: 503, type: "OVERLOADED" };
  await Promise.all([
    expect(own).rejects.toMatchObject({
      ...busy,
      message: expect.stringMatching(/^Your account has too many requests/),
    }),
    expect(others).rejects.toMatchObject({ ...busy, message: expect.stringMatching(/^The service is busy/) }),
  ]);
  expect(begun()).toEqual(["a1"]);
  await end("a1");
  expect(begun()).toEqual(["a3"]);
});

test("frees the place of work that failed", async () => {
  const inShare = openShares({ perAccount: 1, total: 1 });
  await expect(inShare("a", withoutDeadline, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(inShare("a", withoutDeadline, async () => "done")).resolves.toBe("done");
});

test("refuses an account's work with 429 if too much of it waits", async () => {
  const inShare = openShares({ perAccount: 1, total: 1 });
  const { work } = heldWork();
  for (let at = 0; at <= waitingLimit; at += 1) void inShare("a", withoutDeadline, work(`a${at}`));
  await expect(inShare("a", withoutDeadline, work("more"))).rejects.toMatchObject({ code: 429 });
});
