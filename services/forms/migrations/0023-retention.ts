import { Migration } from "@mikro-orm/migrations";

/** Days until responses are erased (wants §21.4). */
export class AddRetention extends Migration {
  override up(): void {
    this.addSql("alter table forms.forms add column if not exists retention_days integer");
  }
}
