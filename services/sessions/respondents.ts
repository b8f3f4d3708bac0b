import { LRUCache } from "lru-cache";
import type { Database } from "../../shared/platform/database/open.ts";
import { notFound, notFoundAs, unavailable } from "../../shared/platform/errors.ts";
import { noteForm } from "../../shared/platform/ops/currentAction.ts";
import type { TimeSlices } from "../../shared/platform/timeSlices.ts";
import { type FormSet, openExactForms, openSuspendedForms } from "./formSet.ts";
import { type FormTurns, openFormTurns } from "./formTurns.ts";
import { slices } from "./slices.ts";
import { type Batches, openBatches } from "./store/batches.ts";
import { isErased } from "./store/erase.ts";
import { referenceOf } from "./store/links.ts";
import type { SessionState } from "./store/sessions.ts";
import { openVersions, type Versions } from "./versions.ts";

/**
 * State of the respondents' actions in one process.
 *
 * `warm` caches sessions that this process just moved, so that a step needs one statement and no read. An entry is outdated
 * as soon as another process moves the session. So only a guarded write relies on it: the write names its revision and
 * moves nothing if the session is past it. Repeats, conflicts and refusals are decided on what the database says.
 */
export interface Respondents {
  batches: Batches;
  versions: Versions;
  slices: TimeSlices;
  turns: FormTurns;
  warm: LRUCache<string, SessionState>;
  isErased(sessionId: string): Promise<boolean>;
  /** Returns the reference of a personal link. Null if it was erased. */
  referenceOf(linkId: string): Promise<string | null>;
  suspended: FormSet;
  exact: FormSet;
}

const warmBytes = 64 * 1024 * 1024;
/** Approximate bytes of a session and of each visit, without the answers. */
const stateBytes = 2048;
const visitBytes = 512;

export function openRespondents(database: Database): Respondents {
  return {
    batches: openBatches(database),
    versions: openVersions(database.pool),
    slices,
    turns: openFormTurns(),
    warm: new LRUCache({ maxSize: warmBytes, sizeCalculation: weight }),
    isErased: (sessionId) => isErased(database.pool, sessionId),
    referenceOf: (linkId) => referenceOf(database.pool, linkId),
    suspended: openSuspendedForms(database.pool),
    exact: openExactForms(database.pool),
  };
}

const weight = ({ answers_bytes, visits, shown_before }: SessionState): number =>
  stateBytes + answers_bytes + visitBytes * (visits.length + shown_before.size);

/** Returns the cached session, which may be outdated. */
export function warmSession(respondents: Respondents, sessionId: string): SessionState | undefined {
  const state = respondents.warm.get(sessionId);
  return state && shown(respondents, state);
}

/**
 * Reads the session of a respondent from the database. Throws 404, with `is_deleted` if it was erased, and for an imported one, which has
 * no respondent (wants §25).
 */
export async function readSession(respondents: Respondents, sessionId: string): Promise<SessionState> {
  const state = await readAnySession(respondents, sessionId);
  if (state.import_id !== null) throw notFound("session");
  return state;
}

/** Reads any session, as readSession. */
export async function readAnySession(respondents: Respondents, sessionId: string): Promise<SessionState> {
  const state = await respondents.batches.load(sessionId);
  if (state) return shown(respondents, state);
  throw (await respondents.isErased(sessionId)) ? notFoundAs(erasedDetail, erasedBody) : notFound("session");
}

function shown({ suspended }: Respondents, state: SessionState): SessionState {
  noteForm(state.form_id);
  if (suspended.has(state.form_id)) throw notFound("session");
  return state;
}

export const erasedDetail = "This session was deleted. Start a new one with another `id`.";
/** Tells the respondent's page that the answers were deleted, so that it doesn't send them again. */
export const erasedBody = { is_deleted: true };

/** Maximum attempts of a write while others move the same session. One of them succeeds each time. */
export const attemptLimit = 20;

/** 503 after the last of those attempts. */
export const contended = () => unavailable("Another request is changing this session. Retry.", 1);
