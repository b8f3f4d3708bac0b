import { Migration } from "@mikro-orm/migrations";

/** Kinds of emails, which have limits of their own, and the clients of copies (features §17). */
export class AddMailKinds extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // kind: null in rows of the previous release. client: a keyed hash of the respondent's address. at: null beside it
    this.addSql(`alter table integrations.mail_sends add column if not exists kind text, add column if not exists client text,
      add column if not exists at timestamptz`);
  }
}
