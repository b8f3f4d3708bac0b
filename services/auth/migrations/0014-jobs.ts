import { Migration } from "@mikro-orm/migrations";
import { createJobs, takeOver } from "../../../shared/platform/jobs/table.ts";

/** Work that waits: letters, which waited in memory before. Then the rows of three tables with loops of their own, one table at a time. */
export class AuthJobs extends Migration {
  override up(): void {
    this.addSql(createJobs("auth"));
  }
}

abstract class TakeOver extends Migration {
  protected take(...[table, job]: Tail<Parameters<typeof takeOver>>): void {
    for (const statement of takeOver("auth", table, job)) this.addSql(statement);
  }
}
type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

export class TakeDepartures extends TakeOver {
  override up(): void {
    this.take("departures", {
      kind: "stopEmails",
      data: "json_build_object('account_id', r.account_id, 'user_id', r.user_id, 'form_id', r.form_id, 'email', r.email)",
      account: "r.account_id",
    });
  }
}

export class TakeDeletedUsers extends TakeOver {
  override up(): void {
    this.take("deleted_users", {
      kind: "forgetAuthor",
      data: "json_build_object('user_id', r.user_id)",
      account: "null::uuid",
    });
  }
}

export class TakeSuspensions extends TakeOver {
  override up(): void {
    this.take("suspensions", {
      kind: "suspend",
      data: "json_build_object('account_id', r.account_id)",
      account: "r.account_id",
      subject: "'workspace ' || r.account_id",
    });
  }
}
