import { Migration } from "@mikro-orm/migrations";

/** Checking all answers before they are sent (wants §21.2). */
export class AddReview extends Migration {
  override up(): void {
    this.addSql("alter table forms.forms add column if not exists review boolean not null default false");
  }
}
