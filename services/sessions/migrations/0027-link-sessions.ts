import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";

/** Sessions of a personal link, for the filter by reference and for erasures. Those without a link cost nothing. */
export class IndexLinkSessions extends ConcurrentIndexes {
  override readonly indexes = [
    { name: "sessions.sessions_link", on: "sessions.sessions (link_id) where link_id is not null" },
  ];
}
