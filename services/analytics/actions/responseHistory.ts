import { revisionWithoutPersonal } from "../../../shared/api/personal.ts";
import type { History } from "../../../shared/api/shapes/corrections.ts";
import { PersonalQuery } from "../../../shared/api/shapes/sessions.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { offersEverywhere } from "../../../shared/bus/internals.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { omittedFor } from "../personal.ts";
import type { AnalyticsService } from "../readers.ts";

/** GET /form/{slug}/responses/{session_id}/history/ (features §18.1), which the gateway reads piece by piece. */
export const responseHistory: Action<"analytics.responseHistory", AnalyticsService> = {
  params: {
    caller: "object",
    slug: "string",
    session_id: "uuid",
    query: queryRule(PersonalQuery, true),
    in_pieces: { type: "boolean", optional: true },
  },
  async handler(ctx) {
    const { caller, slug, session_id: sessionId, query, in_pieces } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const omitted = await omittedFor(this.database.within(ctx), caller, form, query?.personal);
    const formId = form.form_id;
    // during an upgrade, copies of sessions of the previous release have no pieces
    if (in_pieces && offersEverywhere(this.broker, "sessions", "sessions.historyPiece"))
      return {
        cursor: encodeCursor({ formId, sessionId, omitted: omitted && [...omitted], after: 0 }),
        account_id: caller.account_id,
        has_personal: omitted === null,
      };
    const { revisions } = await ctx.call("sessions.history", { form_id: formId, session_id: sessionId });
    return without(revisions, omitted);
  },
};

/** Returns the next part of the text of a history, which is an array. Repeated with the same cursor it reads again. */
export const historyPiece: Action<"analytics.historyPiece", AnalyticsService> = {
  params: {
    cursor: "string",
    bytes: { type: "number", optional: true },
    sessions: { type: "number", optional: true },
  },
  async handler(ctx) {
    const { cursor, bytes = usualBytes } = ctx.params;
    const { formId, sessionId, omitted, after } = decodeCursor(cursor);
    const piece = await ctx.call("sessions.historyPiece", { form_id: formId, session_id: sessionId, after, bytes });
    const text = JSON.stringify(without(piece.revisions, omitted && new Set(omitted))).slice(1, -1);
    const begin = after === 0 ? "[" : text && ",";
    const isLast = piece.next === null;
    return {
      text: `${begin}${text}${isLast ? "]" : ""}`,
      cursor: piece.next === null ? null : encodeCursor({ formId, sessionId, omitted, after: piece.next }),
    };
  },
};

const usualBytes = 256 * 1024;

/** Progress of a reading, which never leaves the services. */
interface HistoryCursor {
  formId: string;
  sessionId: string;
  /** nodes whose answers are left out (wants §21.5) */
  omitted: readonly string[] | null;
  /** the last revision before the next piece */
  after: number;
}

const encodeCursor = (cursor: HistoryCursor): string => JSON.stringify(cursor);
const decodeCursor = (text: string): HistoryCursor => JSON.parse(text);

const without = (revisions: History, omitted: ReadonlySet<string> | null): History =>
  omitted ? revisions.map((revision) => revisionWithoutPersonal(revision, omitted)) : revisions;
