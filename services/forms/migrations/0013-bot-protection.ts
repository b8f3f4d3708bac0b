import { Migration } from "@mikro-orm/migrations";

/** Whether a form's sessions start with the solution of a challenge (features §15). */
export class AddBotProtection extends Migration {
  override up(): void {
    this.addSql("alter table forms.forms add column if not exists bot_protection text not null default 'off'");
  }
}
