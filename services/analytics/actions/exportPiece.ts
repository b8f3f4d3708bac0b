import type { Action } from "../../../shared/moleculer.ts";
import { decodeCursor } from "../export/cursor.ts";
import { nextPiece } from "../export/piece.ts";
import type { AnalyticsService } from "../readers.ts";

/** The text that comes next in an export; asked for again with the same cursor, it is what comes next now. */
export const exportPiece: Action<"analytics.exportPiece", AnalyticsService> = {
  params: { cursor: "string" },
  async handler(ctx) {
    const { replica, plans } = this;
    const cursor = decodeCursor(ctx.params.cursor);
    const plan = cursor.format === "csv" ? await plans.get(cursor.form_id, cursor.newest_version) : null;
    return nextPiece(replica, plan, cursor);
  },
};
