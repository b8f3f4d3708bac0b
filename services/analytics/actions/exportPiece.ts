import type { Action } from "../../../shared/bus/calls.ts";
import { decodeCursor } from "../export/cursor.ts";
import { nextPiece } from "../export/piece.ts";
import type { AnalyticsService } from "../readers.ts";

/** Returns the next text of an export. Repeated with the same cursor it reads again. */
export const exportPiece: Action<"analytics.exportPiece", AnalyticsService> = {
  params: {
    cursor: "string",
    bytes: { type: "number", optional: true },
    sessions: { type: "number", optional: true },
  },
  async handler(ctx) {
    const { plans, shares } = this;
    const { bytes, sessions } = ctx.params;
    const cursor = decodeCursor(ctx.params.cursor);
    const replica = this.replica.within(ctx, cursor.wal);
    // a gateway of an older version can hold a cursor without the account
    return shares.figures(cursor.accountId ?? cursor.formId, ctx, async () =>
      nextPiece(replica, await plans.get(cursor.formId, cursor.newestVersion), cursor, { bytes, sessions }),
    );
  },
};
