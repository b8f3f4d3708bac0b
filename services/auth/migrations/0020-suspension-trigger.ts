import { Migration } from "@mikro-orm/migrations";

/** Raises the revision with each change of whether a workspace is suspended, also by copies of the previous release. */
export class RaiseSuspensionRevision extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function auth.raise_suspension_revision() returns trigger language plpgsql as $$
      begin
        new.suspension_revision := old.suspension_revision + 1;
        return new;
      end $$`);
    this.addSql(`create or replace trigger raise_suspension_revision before update of deletes_at on auth.accounts
      for each row when ((old.deletes_at is null) is distinct from (new.deletes_at is null))
      execute function auth.raise_suspension_revision()`);
  }
}
