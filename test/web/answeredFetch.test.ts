import { answered } from "../../services/web/dashboard/api/answeredFetch.ts";
import { ForeignAnswer, NoAnswer } from "../../services/web/ui/apiError.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A service that never responds, but stops when the request is aborted. */
const silent: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));

test("throws NoAnswer after 45 seconds without an answer", async () => {
  const asked = answered(silent)("/api/v2/form/");
  const failed = expect(asked).rejects.toBeInstanceOf(NoAnswer);
  await jest.advanceTimersByTimeAsync(45_000);
  await failed;
});

test("waits 100 ms longer for each kilobyte of the body", async () => {
  const outcome = jest.fn();
  answered(silent)("/api/v2/form/", { method: "POST", body: "x".repeat(100 * 1024) }).catch(outcome);
  await jest.advanceTimersByTimeAsync(54_999);
  expect(outcome).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith(expect.any(NoAnswer));
});

test("throws ForeignAnswer for a page in place of data", async () => {
  const portal = async () => new Response("<h1>Hotel</h1>", { headers: { "content-type": "text/html" } });
  await expect(answered(portal)("/api/v2/form/")).rejects.toBeInstanceOf(ForeignAnswer);
});
