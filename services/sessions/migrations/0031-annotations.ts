import { Migration } from "@mikro-orm/migrations";
import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";

/** Tags, note and flag of a response (features §18.1), null until there are any. */
export class AddAnnotations extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const column of ["tags text[]", "note text", "is_flagged boolean"])
      this.addSql(`alter table sessions.sessions add column if not exists ${column}`);
  }
}

/** For the filters of the list. Few responses are annotated. */
export class IndexAnnotations extends ConcurrentIndexes {
  readonly indexes = [
    {
      name: "sessions.sessions_tagged",
      on: "sessions.sessions (form_id, started_at desc, id desc) where tags is not null",
    },
    {
      name: "sessions.sessions_flagged",
      on: "sessions.sessions (form_id, started_at desc, id desc) where is_flagged",
    },
  ];
}
