import type { ServiceSchema } from "moleculer";
import type { ActionsOf, Call } from "../../shared/moleculer.ts";
import { beginExport } from "./actions/beginExport.ts";
import { eraseResponse } from "./actions/eraseResponse.ts";
import { exportPiece } from "./actions/exportPiece.ts";
import { getResponse } from "./actions/getResponse.ts";
import { insights } from "./actions/insights.ts";
import { listResponses } from "./actions/listResponses.ts";
import { followSessions } from "./indexing/follow.ts";
import { type AnalyticsService, closeReaders, openReaders } from "./readers.ts";

/** What owners read of their forms' sessions: lists, details, search and exports (spec §Sessions, decisions §6). */
const actions = {
  listResponses,
  getResponse,
  eraseResponse,
  beginExport,
  exportPiece,
  insights,
} satisfies ActionsOf<"analytics", AnalyticsService>;

async function started(this: AnalyticsService) {
  await openReaders(this);
  const call = ((name, params, options) => this.broker.call(name, params, options)) as Call;
  this.stopFollowing = followSessions({ pool: this.own.pool, call, warn: (message) => this.logger.warn(message) });
}

async function stopped(this: AnalyticsService) {
  await this.stopFollowing?.();
  await closeReaders(this);
}

export default { name: "analytics", actions, started, stopped } as unknown as ServiceSchema;
