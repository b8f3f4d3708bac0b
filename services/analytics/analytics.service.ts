import { defineService } from "../../shared/bus/service.ts";
import { openAuditOutbox } from "../../shared/platform/audit/collect.ts";
import { wakeLoops } from "../../shared/platform/loop.ts";
import { annotateResponse } from "./actions/annotateResponse.ts";
import { beginExport } from "./actions/beginExport.ts";
import { correctResponse } from "./actions/correctResponse.ts";
import { eraseResponse } from "./actions/eraseResponse.ts";
import { exportPiece } from "./actions/exportPiece.ts";
import { forgetForms } from "./actions/forgetForms.ts";
import { getResponse } from "./actions/getResponse.ts";
import { insights } from "./actions/insights.ts";
import { listResponses } from "./actions/listResponses.ts";
import { publicResults, resultsPage } from "./actions/publicResults.ts";
import { historyPiece, responseHistory } from "./actions/responseHistory.ts";
import { getResults, putResults, removeResults } from "./actions/results.ts";
import { previewRetention } from "./actions/retention.ts";
import { backfillHours } from "./indexing/backfillHours.ts";
import { backfillParts } from "./indexing/backfillParts.ts";
import { followSessions, sessionChanges } from "./indexing/follow.ts";
import { giveWay } from "./priority.ts";
import { type AnalyticsService, closeReaders, openReaders } from "./readers.ts";
import { backfillRollups } from "./rollups/backfill.ts";

/** Lists, details, search, exports and insights of sessions, for their owners (spec §Sessions, decisions §6). */
export default defineService<"analytics", AnalyticsService>({
  name: "analytics",
  actions: {
    listResponses,
    getResponse,
    annotateResponse,
    correctResponse,
    responseHistory,
    historyPiece,
    previewRetention,
    eraseResponse,
    beginExport,
    exportPiece,
    insights,
    getResults,
    putResults,
    removeResults,
    publicResults,
    resultsPage,
    forgetForms,
  },
  events: {
    "session.event": () => wakeLoops(sessionChanges),
  },
  started() {
    giveWay(this.broker);
    return openReaders(this);
  },
  loops() {
    const warn = (message: string) => this.logger.warn(message);
    const { pool } = this.own;
    const { calculations } = this;
    this.following = followSessions({ pool, call: this.call, calculations, warn });
    this.backfilling = backfillRollups({ pool, calculations, warn });
    const audit = openAuditOutbox("analytics", pool, (entries) => this.call("auth.recordAudit", { entries }), { warn });
    return [
      this.following,
      this.backfilling,
      backfillHours({ pool, warn }),
      backfillParts({ pool, warn }),
      audit,
      ...this.replica.loops(),
    ];
  },
  stopped() {
    return closeReaders(this);
  },
});
