import { Migration } from "@mikro-orm/migrations";

/** Labels of forms (wants §21.3). `label_keys`: the same for the filter, which has no regard to case. */
export class AddLabels extends Migration {
  override up(): void {
    this.addSql("alter table forms.forms add column labels text[] not null default '{}'");
    this.addSql("alter table forms.forms add column label_keys text[] not null default '{}'");
  }
}
