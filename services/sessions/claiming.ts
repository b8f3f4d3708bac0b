import { isDeepStrictEqual } from "node:util";
import { inTransaction } from "../../shared/platform/database/transaction.ts";
import { isLate, type Timed } from "../../shared/platform/deadlines/deadline.ts";
import { faultPoint } from "../../shared/platform/faultPoint.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { claimsOf } from "./exact.ts";
import { hashKeyNames } from "./hashes.ts";
import type { SessionsService } from "./service.ts";
import { type HeldClaim, heldBy, insertClaims } from "./store/exact.ts";
import {
  beginClaiming,
  type ClaimingSession,
  completedBefore,
  exactForm,
  formsHashedBy,
  formsToClaim,
  putClaiming,
  putRules,
} from "./store/exactRules.ts";
import { lockLiveForm } from "./store/liveForms.ts";
import { answersOf } from "./store/sessions.ts";

/**
 * Gives claims to sessions that were completed before a version with new rules (wants §22, docs/adr/0025). The version waits for it. A
 * request does what it has time for, and this loop the rest, also after a crash. With a new SECRETS_KEY, it hashes unique answers again.
 */
const interval = 60_000;

type Claimer = Pick<SessionsService, "database" | "respondents">;

export function claimSessions(service: SessionsService): Loop {
  return openLoop({
    interval,
    async work() {
      await hashAgain(service);
      // in turn, so that a form with many responses doesn't hold up the others
      const waiting = await formsToClaim(service.database.pool);
      for (let formId = waiting.shift(); formId; formId = waiting.shift())
        if (!(await claimBatch(service, formId))) waiting.push(formId);
      return false;
    },
    onError: (error) => service.logger.warn(`Failed to count earlier responses of a form, retrying: ${error.message}`),
  });
}

/** Returns whether all sessions of the form have their claims. False at the call's deadline. */
export async function claimUntil(service: Claimer, formId: string, call: Timed): Promise<boolean> {
  while (!isLate(call.locals.deadline)) if (await claimBatch(service, formId)) return true;
  return false;
}

/**
 * Hashes the unique answers of forms again that the previous SECRETS_KEY hashed, and returns how many forms. Until a form is done, its
 * answers are compared by both keys.
 */
export async function hashAgain(service: Claimer): Promise<number> {
  const [key, ...older] = hashKeyNames();
  const { pool } = service.database;
  const formIds = older.length > 0 ? await formsHashedBy(pool, older) : [];
  for (const formId of formIds) {
    await inTransaction(pool, async (client) => {
      await lockLiveForm(client, formId);
      const exact = await exactForm(client, formId);
      const rules = exact?.claiming ? null : exact?.rules;
      if (rules && older.includes(rules.hash_key)) await beginClaiming(client, formId, { ...rules, hash_key: key });
    });
    while (!(await claimBatch(service, formId)));
  }
  return formIds.length;
}

/** About as many claims per transaction, since completions wait for it. A session has up to thousands. */
const claimsPerBatch = 4_000;

/** Gives claims to the next sessions of a form. Returns whether none is left. */
async function claimBatch(
  { database: { pool }, respondents: { versions } }: Claimer,
  formId: string,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await lockLiveForm(client, formId);
    const exact = await exactForm(client, formId);
    const claiming = exact?.claiming;
    if (!claiming || claiming.is_done) return true;
    const { rules } = claiming;
    const { sessions, isLast: isEnd } = await completedBefore(client, formId, claiming.after);
    const nodeIds = [...new Set([...rules.unique, ...Object.keys(rules.limits)])];
    const ids = sessions.map(({ id }) => id);
    const answers = Map.groupBy(await answersOf(client, ids, nodeIds), ({ session_id }) => session_id);
    const claims: HeldClaim[] = [];
    let last: ClaimingSession | undefined;
    for (const session of sessions) {
      if (claims.length >= claimsPerBatch) break;
      const { compiled } = await versions.get(session.version_id);
      claims.push(...heldBy(session.id, claimsOf(compiled, formId, answers.get(session.id) ?? [], rules)));
      last = session;
    }
    const isLast = isEnd && last === sessions.at(-1);
    await insertClaims(client, formId, claims);
    faultPoint("claims-storing");
    // no version waits for another key
    if (isLast && isDeepStrictEqual({ ...exact.rules, hash_key: rules.hash_key }, rules)) {
      await putRules(client, formId, rules);
      return true;
    }
    const after = last ? { started_at: last.started_at, id: last.id } : claiming.after;
    await putClaiming(client, formId, { rules, after, is_done: isLast });
    return isLast;
  });
}
