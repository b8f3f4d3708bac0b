import { LRUCache } from "lru-cache";
import type { Database } from "../../shared/platform/database/open.ts";
import { notFound, notFoundAs, unavailable } from "../../shared/platform/errors.ts";
import { openTurns, type Turns } from "../../shared/platform/turns.ts";
import { type Batches, openBatches } from "./store/batches.ts";
import { isErased } from "./store/erase.ts";
import type { SessionState } from "./store/sessions.ts";
import { openVersions, type Versions } from "./versions.ts";

/**
 * What the respondents' actions share in one process.
 *
 * `warm` holds sessions that this process has just moved, so that a step needs one statement and no read. It may be out
 * of date whenever another process has moved the session, so only a guarded write is ever decided on it: the write names
 * the revision it was decided on and moves nothing if the session is past it. Every other answer (a repeat, a conflict,
 * a refusal) is decided on what the database says.
 */
export interface Respondents {
  batches: Batches;
  versions: Versions;
  turns: Turns;
  warm: LRUCache<string, SessionState>;
  isErased(sessionId: string): Promise<boolean>;
}

const warmBytes = 64 * 1024 * 1024;
/** what a session and each of its visits weigh beside the answers, about */
const stateBytes = 2048;
const visitBytes = 512;

export function openRespondents(database: Database): Respondents {
  return {
    batches: openBatches(database),
    versions: openVersions(database.pool),
    turns: openTurns(),
    warm: new LRUCache({ maxSize: warmBytes, sizeCalculation: weight }),
    isErased: (sessionId) => isErased(database.pool, sessionId),
  };
}

const weight = ({ answers_bytes, visits, shown_before }: SessionState): number =>
  stateBytes + answers_bytes + visitBytes * (visits.length + shown_before.size);

/** Reads the session as the database has it now; throws 404, which tells an erased session from an unknown one. */
export async function readSession(respondents: Respondents, sessionId: string): Promise<SessionState> {
  const state = await respondents.batches.load(sessionId);
  if (state) return state;
  throw (await respondents.isErased(sessionId)) ? notFoundAs(erasedDetail, erasedBody) : notFound("session");
}

export const erasedDetail = "This session was deleted. Start a new one with another `id`.";
/** Tells the respondent's page that its answers were deleted, not lost: it does not send them again. */
export const erasedBody = { is_deleted: true };

/** How often a write is decided anew when others move the same session; each time one of them has succeeded. */
export const attemptLimit = 20;

/** 503: all those attempts have met others. */
export const contended = () =>
  unavailable("Other requests are changing this session at the same moment; please send this one again.", 1);
