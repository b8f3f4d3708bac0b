import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";

/** Finds search rows without the parts of their answers (store/searchParts.ts). */
export class AddParts extends ConcurrentIndexes {
  override readonly indexes = [
    {
      name: "analytics.search_without_parts",
      on: "analytics.search (session_id) where not words @@ '''\tparts'''::tsquery",
    },
  ];
}
