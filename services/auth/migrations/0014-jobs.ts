import { Migration } from "@mikro-orm/migrations";
import { createJobs, takeOver } from "../../../shared/platform/jobs/table.ts";

/** Work that waits: letters, which waited in memory before, and the rows of three tables with loops of their own. */
export class AuthJobs extends Migration {
  override up(): void {
    const account = "r.account_id";
    const statements = [
      createJobs("auth"),
      ...takeOver("auth", "departures", {
        kind: "stopEmails",
        data: "json_build_object('account_id', r.account_id, 'user_id', r.user_id, 'form_id', r.form_id, 'email', r.email)",
        account,
      }),
      ...takeOver("auth", "deleted_users", {
        kind: "forgetAuthor",
        data: "json_build_object('user_id', r.user_id)",
        account: "null::uuid",
      }),
      ...takeOver("auth", "suspensions", {
        kind: "suspend",
        data: "json_build_object('account_id', r.account_id)",
        account,
        subject: "'workspace ' || r.account_id",
      }),
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
