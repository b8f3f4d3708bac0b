import { Migration } from "@mikro-orm/migrations";
import { createAuditOutbox } from "../../../shared/platform/audit/outbox.ts";

/** Entries of the audit log on their way to auth (teams §20.10). */
export class AddAuditOutbox extends Migration {
  override up(): void {
    this.addSql(createAuditOutbox("analytics"));
  }
}
