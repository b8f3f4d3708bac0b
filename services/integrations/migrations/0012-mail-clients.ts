import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";

/** Copies by client, which have an hourly limit. */
export class IndexMailClients extends ConcurrentIndexes {
  readonly indexes = [
    { name: "integrations.mail_sends_client", on: "integrations.mail_sends (client, at) where client is not null" },
  ];
}
