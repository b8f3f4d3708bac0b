import { expect, test } from "@jest/globals";
import type { Context } from "moleculer";
import type { Request } from "../../../services/gateway/http/request.ts";
import { callInTime } from "../../../services/gateway/request/call.ts";
import { answerOnce } from "../../../services/gateway/request/idempotency.ts";
import { routes } from "../../../services/gateway/routes/routes.ts";
import { answerTooLarge, conflict, tooManyRequests, unavailable } from "../../../shared/platform/errors.ts";

/** Calls to auth for a request with an `Idempotency-Key` (decisions §9.3). */
const caller = { account_id: "an-account", user_id: null, key_id: "a-key" };
const created = { status: 201, headers: { ETag: '"1"' }, body: { id: 1 } };

/** Returns a request that records its calls. `end` handles their end. */
function newRequest(end: (answer: unknown) => Promise<null> = async () => null) {
  const ended: unknown[] = [];
  const request = {
    id: "a-request",
    route: routes.find(({ action }) => action === "forms.create"),
    path: {},
    search: new URLSearchParams(),
    call: async (name: string, { answer }: { answer?: unknown }) => {
      if (name !== "auth.endIdempotent") return null;
      ended.push(answer);
      return end(answer);
    },
  } as unknown as Request;
  return { ended, keyed: { request, caller, key: "a-key", body: { title: "x" } } };
}

test("accepts a key on owners' POSTs, except for secrets, uploads, imports and who has access", () => {
  const taking = routes.filter(({ idempotencyKey }) => idempotencyKey);
  const owners = routes.filter(({ method, auth }) => method === "POST" && (auth === "caller" || auth === "user"));
  expect(owners.filter((row) => !taking.includes(row)).map(({ path }) => path)).toEqual([
    // it can be repeated
    "/api/v2/form/{slug}/move/",
    // stores nothing
    "/api/v2/import/",
    "/api/v2/image/",
    // take or return what isn't stored: passwords, codes, links and keys
    "/api/auth/second-factor/",
    "/api/auth/second-factor/confirm/",
    "/api/auth/second-factor/recovery-codes/",
    "/api/auth/me/email/",
    "/api/auth/me/delete/",
    "/api/auth/oidc/link/",
    "/api/workspaces/{id}/delete/",
    "/api/workspaces/{id}/invitations/",
    "/api/workspaces/{id}/invitations/{invitation_id}/resend/",
    // settings decide who may share
    "/api/v2/form/{slug}/access/",
    "/api/account/api-keys/",
    "/api/account/api-keys/{id}/rotate/",
  ]);
  expect(taking.filter((row) => !owners.includes(row))).toEqual([]);
});

test.each([
  ["an answer", async () => created, [created]],
  [
    "a refusal",
    () => Promise.reject(conflict("Taken.")),
    [{ status: 409, headers: { "Cache-Control": "no-store" }, body: { detail: "Taken." } }],
  ],
])("stores and returns %s", async (_what, work, kept) => {
  const { keyed, ended } = newRequest();
  expect(await answerOnce(keyed, work)).toEqual(kept[0]);
  expect(ended).toEqual(kept);
});

test.each([
  ["503", unavailable("Away.")],
  ["429", tooManyRequests(1)],
  ["a fault", new Error("a fault")],
])("frees the key after %s", async (_what, error) => {
  const { keyed, ended } = newRequest();
  await expect(answerOnce(keyed, () => Promise.reject(error))).rejects.toBe(error);
  expect(ended).toEqual([null]);
});

test("returns a response that is too large to store, and frees the key", async () => {
  const { keyed, ended } = newRequest((answer) => (answer ? Promise.reject(answerTooLarge()) : Promise.resolve(null)));
  expect(await answerOnce(keyed, async () => created)).toEqual(created);
  expect(ended).toEqual([created, null]);
});

test("returns the response even if auth can't store it, and doesn't free the key", async () => {
  const { keyed, ended } = newRequest(() => Promise.reject(unavailable("Away.")));
  expect(await answerOnce(keyed, async () => created)).toEqual(created);
  expect(ended).toEqual([created]);
  await expect(answerOnce(keyed, () => Promise.reject(unavailable("Both.")))).rejects.toMatchObject({
    message: "Both.",
  });
});

test("prevents late effects of a request after the key's lease", async () => {
  const { keyed } = newRequest();
  const before = Date.now();
  await answerOnce(keyed, async () => created);
  const { notAfter = Number.POSITIVE_INFINITY } = keyed.request;
  // the lease of services/auth/store/idempotencyKeys.ts
  expect(notAfter).toBeLessThan(before + 60_000);
  const deadlines: number[] = [];
  const call = async (_name: string, _params: unknown, { meta }: { meta: { deadline: number } }) => {
    deadlines.push(meta.deadline);
    return null;
  };
  const context = { broker: { nodeID: "here" }, call } as unknown as Context;
  const options = { isIdempotent: false, isQuick: false, traceparent: "", notAfter: before - 1_000 };
  await callInTime(context, "forms.create", { caller, body: { title: "x" } }, options);
  expect(deadlines[0]).toBeLessThan(before);
});
