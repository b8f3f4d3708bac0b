import { Migration } from "@mikro-orm/migrations";

/**
 * Days until responses are erased (wants §21.4). `retention_known` is the newest value with the server's maximum. Nothing is erased before
 * `retention_from`, nor for a day after `retention_told`, when the owner was told. `retention_looked` is when sessions were last looked
 * for. `retention_erased` counts what was erased since the notification at `retention_noted`.
 */
export class AddRetention extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const column of [
      "retention_days integer",
      "retention_known integer",
      "retention_from timestamptz",
      "retention_told timestamptz",
      "retention_looked timestamptz",
      "retention_erased integer not null default 0",
      "retention_noted timestamptz",
    ])
      this.addSql(`alter table sessions.live_forms add column if not exists ${column}`);
  }
}
