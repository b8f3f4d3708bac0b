import { Migration } from "@mikro-orm/migrations";

/** Whether a form's sessions start only by a personal link (features §15). */
export class AddAccess extends Migration {
  override up(): void {
    this.addSql("alter table forms.forms add column if not exists access text not null default 'anyone'");
  }
}
