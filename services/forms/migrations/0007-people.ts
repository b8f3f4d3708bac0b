import { Migration } from "@mikro-orm/migrations";

/** Who made a form, published a version, saved a draft, uploaded an image (teams §20.5). Null for older ones. Each statement locks one table. */
export class AddPeople extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // by: the person, null for a key · by_name: their name then, or the key's
    const made = { forms: "created", versions: "published", drafts: "saved" };
    for (const [table, verb] of Object.entries(made)) {
      this.addSql(`alter table forms.${table} add column if not exists ${verb}_by uuid`);
      this.addSql(`alter table forms.${table} add column if not exists ${verb}_by_name text`);
    }
    this.addSql("alter table forms.images add column if not exists created_by uuid");
  }
}
