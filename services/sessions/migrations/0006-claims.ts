import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";

/** What is claimed, followed or looked up is found by an index, however much waits beside it. */
export class AddClaims extends ConcurrentIndexes {
  override readonly indexes = [
    // store/events.ts: what nobody has claimed yet, and what was claimed and is offered again
    {
      name: "sessions.events_unclaimed",
      on: "sessions.events (occurred_at) where acknowledged_at is null and leased_until is null",
    },
    {
      name: "sessions.events_leased",
      on: "sessions.events (leased_until) where acknowledged_at is null and leased_until is not null",
    },
    // store/changes.ts: the search's follower passes each row once; with it, nothing needs events_acknowledged any more
    {
      name: "sessions.events_unindexed",
      on: "sessions.events (occurred_at) where indexed_at is null and type <> 'session.started'",
    },
    { name: "sessions.versions_numbered", on: "sessions.versions (form_id, version_number)", isUnique: true },
  ];
}
