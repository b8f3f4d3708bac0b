import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";

/** Integrations whose deliveries fail, for a metric that doesn't read the others. */
export class IndexFailing extends ConcurrentIndexes {
  readonly indexes = [
    {
      name: "integrations.integrations_failing",
      on: "integrations.integrations (failing_since) where failing_since is not null",
    },
  ];
}
