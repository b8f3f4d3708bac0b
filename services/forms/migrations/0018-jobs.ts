import { Migration } from "@mikro-orm/migrations";
import { createJobs, takeOver } from "../../../shared/platform/jobs/table.ts";

/** Work that waits: moves of forms, which had a table and a loop of their own. */
export class FormsJobs extends Migration {
  override up(): void {
    const moves = takeOver("forms", "moves", {
      kind: "leave",
      data: "json_build_object('account_id', r.from_account, 'form_id', r.form_id)",
      account: "r.from_account",
      subject: "'move ' || r.form_id",
    });
    for (const statement of [createJobs("forms"), ...moves]) this.addSql(statement);
  }
}
