import { createHash } from "node:crypto";
import type { Caller } from "../../../shared/bus/contract.ts";
import { badRequest, isProblem } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import type { Request } from "../routes/route.ts";
import { failureOf } from "./failure.ts";
import type { Answer } from "./reply.ts";

/**
 * `Idempotency-Key` (decisions §9.3): the first answer below 500 to an owner's POST is kept for 24 h, and given again to
 * the same request. Auth keeps it, with the account: begun there, a key is this request's alone until it is ended or its
 * lease has run out.
 */
const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** Null where there is none, or the endpoint ignores it. Throws 400. */
export function idempotencyKeyOf({ req, route }: Request): string | null {
  const key = route.idempotencyKey ? req.headers["idempotency-key"] : undefined;
  if (key === undefined) return null;
  if (typeof key === "string" && visibleAscii.test(key)) return key;
  throw badRequest("Idempotency-Key must be 1 to 255 visible ASCII characters, without spaces, such as a UUID.");
}

/** Who asks for what, under which key. */
export interface KeyedRequest {
  request: Request;
  caller: Caller;
  key: string;
  body: unknown;
}

/** ms; less than the lease of the key (services/auth/store/idempotencyKeys.ts), by what a commit under way may still take. */
const workLimitMs = 45_000;
/** ms; a client waits for its answer meanwhile */
const endLimitMs = 5_000;
const quick = { isIdempotent: true, isQuick: true } as const;

/**
 * The answer that was kept, or what `work` answers now. Throws what `work` throws where that is not kept: 429 and from 500;
 * the key is free then, as it is where the answer is too large for the bus. Where auth cannot be told of an answer, the key
 * counts as under way until its lease ends.
 */
export async function answerOnce(keyed: KeyedRequest, work: () => Promise<Answer | null>): Promise<Answer | null> {
  const { request, caller, key } = keyed;
  const attempt = { caller, key, token: newUuid() };
  request.notAfter = Date.now() + workLimitMs;
  const kept = await request.call("auth.beginIdempotent", { ...attempt, request_hash: hashOf(keyed) }, quick);
  if (kept) return { ...kept, headers: { ...kept.headers, "Idempotency-Replayed": "true" } };
  const end = (answer: Answer | null) =>
    request.call("auth.endIdempotent", { ...attempt, answer }, { ...quick, notAfter: Date.now() + endLimitMs });
  const answer = await orRefusal(request, work).catch(async (error) => {
    await end(null).catch(() => undefined);
    throw error;
  });
  await end(answer)
    .catch((error) => (isProblem(error, "ANSWER_TOO_LARGE") ? end(null) : null))
    .catch(() => null);
  return answer;
}

/** A refusal is an answer too. */
async function orRefusal(request: Request, work: () => Promise<Answer | null>): Promise<Answer | null> {
  try {
    return await work();
  } catch (error) {
    const { status, headers, body } = failureOf(error, request.id);
    if (status >= 500 || status === 429) throw error;
    return { status, headers, body };
  }
}

/** The path as it was matched, so that a slash at its end makes no difference; an absent body counts as `{}`. */
function hashOf({ request, body }: KeyedRequest): string {
  const { route, path, search } = request;
  const parts = [route.method, route.path, path, search.toString(), body ?? {}];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
