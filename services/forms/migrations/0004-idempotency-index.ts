import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";

/** One version of a form for each key. */
export class IndexIdempotencyHash extends ConcurrentIndexes {
  override readonly indexes = [
    {
      name: "forms.versions_idempotency_key",
      on: "forms.versions (form_id, idempotency_hash) where idempotency_hash is not null",
      isUnique: true,
    },
  ];
}
