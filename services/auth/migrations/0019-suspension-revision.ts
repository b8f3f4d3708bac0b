import { Migration } from "@mikro-orm/migrations";

/** Orders what forms hears of a workspace's deletion (suspension.ts). */
export class AddSuspensionRevision extends Migration {
  override up(): void {
    this.addSql("alter table auth.accounts add column if not exists suspension_revision integer not null default 0");
  }
}
