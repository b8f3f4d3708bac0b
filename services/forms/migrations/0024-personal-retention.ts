import { Migration } from "@mikro-orm/migrations";

/** Days until personal answers are erased (wants §21.5). */
export class AddPersonalRetention extends Migration {
  override up(): void {
    this.addSql("alter table forms.forms add column if not exists personal_retention_days integer");
  }
}
