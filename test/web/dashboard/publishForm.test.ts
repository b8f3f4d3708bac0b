import { expect, jest, test } from "@jest/globals";
import { pathformClient } from "../../../services/web/dashboard/api/client.ts";
import { publishForm } from "../../../services/web/dashboard/api/publishForm.ts";

/** Publishing while the service is busy. */
async function publishing(...statuses: number[]) {
  jest.useFakeTimers();
  const keys: (string | null)[] = [];
  const send: typeof fetch = async (_input, init) => {
    keys.push(new Headers(init?.headers).get("Idempotency-Key"));
    const status = statuses[Math.min(keys.length, statuses.length) - 1] ?? 200;
    return Response.json(status === 201 ? { version_number: 3 } : { detail: "No." }, { status });
  };
  const answer = publishForm(pathformClient({ baseUrl: "http://localhost", fetch: send }), "lunch", "key-1");
  await jest.advanceTimersByTimeAsync(60_000);
  jest.useRealTimers();
  return { answer: await answer, keys };
}

test("asks a busy service again with the same key", async () => {
  const { answer, keys } = await publishing(503, 503, 201);
  expect(answer).toMatchObject({ ok: true, data: { version_number: 3 } });
  expect(keys).toEqual(["key-1", "key-1", "key-1"]);
});

test("doesn't repeat a draft that has errors", async () => {
  const { answer, keys } = await publishing(400, 201);
  expect(answer).toMatchObject({ ok: false, status: 400 });
  expect(keys).toHaveLength(1);
});

test("stops after a while", async () => {
  const { answer, keys } = await publishing(503);
  expect(answer).toMatchObject({ ok: false, status: 503 });
  expect(keys).toHaveLength(6);
});
