import { Migration } from "@mikro-orm/migrations";

/** Layout, color scheme and background of themes (features §19). Themes from before keep their look. */
export class AddLayouts extends Migration {
  override up(): void {
    this.addSql("alter table forms.themes add column layout text not null default 'centered'");
    this.addSql("alter table forms.themes add column scheme text not null default 'auto'");
    this.addSql("alter table forms.themes add column background_style text not null default 'plain'");
  }
}
