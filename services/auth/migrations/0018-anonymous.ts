import { Migration } from "@mikro-orm/migrations";

/** Allows access to responses without personal data (wants §21.5). */
export class AddAnonymousReading extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const table of ["memberships", "form_grants"])
      this.addSql(`alter table auth.${table} drop constraint if exists ${table}_responses_check,
        add constraint ${table}_responses_check check (responses in ('none', 'read_anonymous', 'read', 'write'))`);
  }
}
