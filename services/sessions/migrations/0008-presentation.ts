import { Migration } from "@mikro-orm/migrations";

/** What the respondents' page needs to know of a form beside its theme (decisions §9.2). */
export class AddPresentation extends Migration {
  override up(): void {
    this.addSql("alter table sessions.live_forms add column language text not null default 'en'");
    this.addSql(`alter table sessions.live_forms add column embed_origins json not null default '["*"]'`);
  }
}
