import type { EntityManager } from "@mikro-orm/postgresql";
import { tooManyRequests } from "../../shared/platform/errors.ts";
import { checkSealing } from "./sealing.ts";
import * as store from "./store/secondFactors.ts";
import { stepOf } from "./totp.ts";

/**
 * Wrong codes of an hour after which no code is taken. A challenge has five tries, but who knows the password can ask for another
 * challenge from another address: so at most 480 of a million codes are tried in a day.
 */
export const wrongLimit = 20;
const retrySeconds = 3600;

export type Verdict = "right" | "recovery code" | "wrong";

/**
 * Takes a code of the app or a recovery code, each once. Locks the person's second factor until the transaction ends, which must
 * commit a wrong code. Throws 429 after too many.
 */
export async function takeCode(em: EntityManager, userId: string, code: string): Promise<Verdict> {
  checkSealing();
  const found = await store.lockSecondFactor(em, userId);
  if (!found) return "wrong";
  if (found.wrong >= wrongLimit) throw tooManyRequests(retrySeconds, "Too many wrong codes. Try again in an hour.");
  const step = stepOf(found.secret, code.replaceAll(/[\s-]/g, ""), found.last_step, Date.now());
  if (step !== null) {
    await store.useStep(em, userId, step);
    return "right";
  }
  if (found.is_confirmed && (await store.takeRecoveryCode(em, userId, found.secret, code))) return "recovery code";
  await store.noteWrongCode(em, userId);
  return "wrong";
}
