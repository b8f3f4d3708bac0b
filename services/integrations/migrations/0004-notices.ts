import { Migration } from "@mikro-orm/migrations";

/** Notices of every kind, from every service. */
export class WidenNotices extends Migration {
  override up(): void {
    // the kinds are those of the API's shape; an older copy goes on writing its two
    this.addSql("alter table integrations.notices drop constraint notices_kind_check");
    // what it tells of, so that the same thing is told once; null: each is told
    this.addSql("alter table integrations.notices add column key text");
    this.addSql("create unique index notices_key on integrations.notices (account_id, key) where key is not null");
  }
}
