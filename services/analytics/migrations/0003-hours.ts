import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";

/** Finds search rows without the word of their hour (store/searchIndex.ts). */
export class AddHours extends ConcurrentIndexes {
  override readonly indexes = [
    {
      name: "analytics.search_without_hours",
      on: "analytics.search (session_id) where not words @@ ''' '':*'::tsquery",
    },
  ];
}
