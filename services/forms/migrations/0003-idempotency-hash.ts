import { Migration } from "@mikro-orm/migrations";

/** A version remembers the Idempotency-Key that it was published with (decisions §9.3). */
export class AddIdempotencyHash extends Migration {
  override up(): void {
    this.addSql("alter table forms.versions add column idempotency_hash bytea");
  }
}
