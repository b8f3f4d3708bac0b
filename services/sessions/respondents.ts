import { LRUCache } from "lru-cache";
import type { Database } from "../../shared/platform/database/open.ts";
import { notFound, unavailable } from "../../shared/platform/errors.ts";
import { openTurns, type Turns } from "../../shared/platform/turns.ts";
import { type Batches, openBatches } from "./store/batches.ts";
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
  };
}

const weight = ({ answers_bytes, visits, shown_before }: SessionState): number =>
  stateBytes + answers_bytes + visitBytes * (visits.length + shown_before.size);

/** The session as the database has it now. */
export async function readSession(respondents: Respondents, sessionId: string): Promise<SessionState> {
  const state = await respondents.batches.load(sessionId);
  if (!state) throw notFound("session");
  return state;
}

/** How often a write is decided anew when others move the same session; each time one of them has succeeded. */
export const attemptLimit = 20;

/** 503: all those attempts have met others. */
export const contended = () =>
  unavailable("Other requests are changing this session at the same moment; please send this one again.", 1);
