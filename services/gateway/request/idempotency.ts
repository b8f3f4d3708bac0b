import { createHash } from "node:crypto";
import { allows } from "../../../shared/api/access/allows.ts";
import type { Caller, KeptAnswer } from "../../../shared/bus/contract.ts";
import { checkRights } from "../../../shared/platform/access.ts";
import { badRequest, isProblem } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { failureOf } from "../http/failure.ts";
import type { Answer } from "../http/reply.ts";
import type { Request } from "../http/request.ts";

/**
 * `Idempotency-Key` (decisions §9.3): the first response below 500 to an owner's POST is kept for 24 h and returned to
 * repeats. The auth service stores it. A key belongs to one request until that ends or its lease expires.
 */
const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** Returns the key, or null if there is none or the endpoint ignores it. Throws 400. */
export function idempotencyKeyOf({ req, route }: Request): string | null {
  const key = route.idempotencyKey ? req.headers["idempotency-key"] : undefined;
  if (key === undefined) return null;
  if (typeof key === "string" && visibleAscii.test(key)) return key;
  throw badRequest("Invalid Idempotency-Key. Send 1 to 255 visible ASCII characters without spaces, such as a UUID.");
}

/** A request with its key. */
export interface KeyedRequest {
  request: Request;
  caller: Caller;
  key: string;
  body: unknown;
}

/** ms. Less than the key's lease (services/auth/store/idempotencyKeys.ts), by the time a late commit may take. */
const workLimitMs = 45_000;
/** ms. The client waits for its response in the meantime. */
const endLimitMs = 5_000;
const quick = { isIdempotent: true, isQuick: true } as const;

/**
 * Returns the stored response, or that of `work`, which it stores. 429, 5xx and responses larger than a bus message
 * aren't stored, and free the key. If auth can't store a response, the key counts as in progress until its lease ends.
 */
export async function answerOnce(keyed: KeyedRequest, work: () => Promise<Answer | null>): Promise<Answer | null> {
  const { request, caller, key } = keyed;
  const attempt = { caller, key, token: newUuid() };
  request.notAfter = Date.now() + workLimitMs;
  const kept = await request.call("auth.beginIdempotent", { ...attempt, request_hash: hashOf(keyed) }, quick);
  if (kept) return replayed(keyed, kept);
  const end = (answer: Answer | null) =>
    request.call(
      "auth.endIdempotent",
      { ...attempt, answer: answer && keptPart(request, answer) },
      { ...quick, notAfter: Date.now() + endLimitMs },
    );
  const answer = await orRefusal(request, work).catch(async (error) => {
    await end(null).catch(() => undefined);
    throw error;
  });
  await end(isLarge(answer) ? null : answer)
    .catch((error) => (isProblem(error, "ANSWER_TOO_LARGE") ? end(null) : null))
    .catch(() => null);
  return answer;
}

/** Leaves out what can be erased, which a stored answer must not contain. */
function keptPart({ route }: Request, answer: Answer): Answer {
  const results = resultsIn(answer);
  if (!route.keepsIds || !results) return answer;
  return { ...answer, body: { results: results.map(({ id }) => ({ id })) } };
}

async function replayed(keyed: KeyedRequest, kept: KeptAnswer): Promise<Answer> {
  await checkRightsAgain(keyed);
  const { request, caller } = keyed;
  const ids = resultsIn(kept)?.map(({ id }) => id);
  const results = ids && (await request.route.replay?.(request, caller, ids));
  const headers = { ...kept.headers, "Idempotency-Replayed": "true" };
  return { ...kept, headers, ...(results && { body: { results } }) };
}

const resultsIn = ({ body }: { body: unknown }): { id: string }[] | undefined =>
  ((body ?? {}) as { results?: { id: string }[] }).results;

/** In characters. Larger responses hardly ever fit, and trying takes a long turn of the event loop. */
const largeAnswer = 2 * 1024 * 1024;
const isLarge = (answer: Answer | null): boolean =>
  typeof answer?.body === "string" && answer.body.length > largeAnswer;

/** Throws 403 if the caller may not do this anymore. */
async function checkRightsAgain({ request, caller }: KeyedRequest): Promise<void> {
  const { route, path } = request;
  if (allows(caller, "workspace")) return;
  if (route.of === "form") await request.call("forms.locate", { caller, slug: path.slug ?? "" }, quick);
  else checkRights(caller, route.ofSomeForm ? "some form" : "workspace");
}

/** Returns 4xx errors as answers, so they are stored too. */
async function orRefusal(request: Request, work: () => Promise<Answer | null>): Promise<Answer | null> {
  try {
    return await work();
  } catch (error) {
    const { status, headers, body } = failureOf(error, request.id);
    if (status >= 500 || status === 429) throw error;
    return { status, headers, body };
  }
}

/** Hashes the matched path, so that a trailing slash makes no difference. An absent body counts as `{}`. */
function hashOf({ request, body }: KeyedRequest): string {
  const { route, path, search } = request;
  const parts = [route.method, route.path, path, search.toString(), body ?? {}];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
