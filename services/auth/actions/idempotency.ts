import { fullScope } from "../../../shared/api/access/capabilities.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { conflict, unprocessable } from "../../../shared/platform/errors.ts";
import { type Attempt, type Begun, findKey, freeKey, keepAnswer, takeKey } from "../store/idempotencyKeys.ts";

/** Another attempt can free the key between taking and finding it, so try again. */
const attemptLimit = 3;

export const beginIdempotent: Action<"auth.beginIdempotent"> = {
  params: { caller: "object", key: "string", token: "uuid", request_hash: "string" },
  async handler(ctx) {
    const { caller, key, token, request_hash } = ctx.params;
    const requestHash = Buffer.from(request_hash, "hex");
    const attempt = attemptOf(caller, key, token);
    const older = isUnlimited(caller) ? { ...attempt, key } : null;
    for (let tries = 0; tries < attemptLimit; tries += 1) {
      const begun = await this.database.write(ctx, async (em) => {
        const known = older && (await findKey(em, older));
        if (known) return known;
        return (await takeKey(em, attempt, requestHash)) ? "ours" : findKey(em, attempt);
      });
      if (begun === "ours") return null;
      if (begun) return answerOf(begun, requestHash);
    }
    throw inProgress();
  },
};

/** A key belongs to the workspace and the caller, so that a kept answer reaches only its first caller (teams §20.12). */
const attemptOf = (caller: Caller, key: string, token: string): Attempt => ({
  accountId: caller.account_id,
  key: `${caller.key_id ?? caller.user_id} ${key}`,
  token,
});

/** Rows of the previous release name no caller. They answer those who may see everything. */
const isUnlimited = (caller: Caller): boolean =>
  caller.capabilities === undefined || fullScope.every((one) => caller.capabilities?.includes(one));

function answerOf({ requestHash, answer }: Begun, asked: Buffer) {
  if (!requestHash.equals(asked)) {
    throw unprocessable(
      "This Idempotency-Key was already used for a different request. Use a new key for each request.",
    );
  }
  if (!answer) throw inProgress();
  return answer;
}

const inProgress = () => conflict("The first request with this Idempotency-Key is still in progress. Retry shortly.");

export const endIdempotent: Action<"auth.endIdempotent"> = {
  params: { caller: "object", key: "string", token: "uuid", answer: { type: "object", nullable: true } },
  async handler(ctx) {
    const { caller, key, token, answer } = ctx.params;
    const attempt = attemptOf(caller, key, token);
    if (answer) await keepAnswer(this.database.pool, attempt, answer);
    else await freeKey(this.database.pool, attempt);
    return null;
  },
};
