import { Migration } from "@mikro-orm/migrations";

/** Minutes in which respondents can change their answers (features §18.1). */
export class AddEditWindow extends Migration {
  override up(): void {
    this.addSql("alter table forms.forms add column if not exists edit_window_minutes integer not null default 0");
  }
}
