import type { ServiceSchema } from "moleculer";
import type { ActionsOf } from "../../shared/moleculer.ts";
import { beginExport } from "./actions/beginExport.ts";
import { eraseResponse } from "./actions/eraseResponse.ts";
import { exportPiece } from "./actions/exportPiece.ts";
import { getResponse } from "./actions/getResponse.ts";
import { listResponses } from "./actions/listResponses.ts";
import { type AnalyticsService, closeReaders, openReaders } from "./readers.ts";

/** What owners read of their forms' sessions: lists, details, search and exports (spec §Sessions, decisions §6). */
const actions = {
  listResponses,
  getResponse,
  eraseResponse,
  beginExport,
  exportPiece,
} satisfies ActionsOf<"analytics">;

function started(this: AnalyticsService) {
  return openReaders(this);
}

function stopped(this: AnalyticsService) {
  return closeReaders(this);
}

export default { name: "analytics", actions, started, stopped } as unknown as ServiceSchema;
