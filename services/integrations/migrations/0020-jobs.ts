import { Migration } from "@mikro-orm/migrations";
import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";
import { createJobs, insertEach, type JobRows, takeOver } from "../../../shared/platform/jobs/table.ts";

/** Emails that wait, which had six tables or columns and loops of their own. One table in use per migration. */
export class IntegrationsJobs extends Migration {
  override up(): void {
    this.addSql(createJobs("integrations"));
  }
}

export class TakeResumeMails extends Migration {
  override up(): void {
    const asked = `to_char(r.asked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    const names = ["account_id", "form", "address", "client", "language", "base_url"];
    const data = `json_build_object('session_id', r.session_id, 'asked_at', ${asked}, ${names.map((name) => `'${name}', r.${name}`)})`;
    const mails = { kind: "resumeMail", data, account: "r.account_id", subject: "r.session_id::text" };
    for (const statement of takeOver("integrations", "resume_mails", mails)) this.addSql(statement);
  }
}

/** Makes jobs of rows that a copy of the previous release would work off, and marks them as taken. */
abstract class TakeMarked extends Migration {
  /** `due`, `taken`: SQL about a row `r` or `new`, and its new values. */
  protected take(table: string, kind: string, rows: Omit<JobRows, "from">, due: string, taken: [string, string]): void {
    const [column, value] = taken;
    const jobsOf = (from: string) => insertEach("integrations", kind, 1, { ...rows, from });
    this.addSql(`create or replace function integrations.job_of_${table}() returns trigger language plpgsql as $$
      begin
        ${jobsOf("select new.*")};
        new.${column} = ${value};
        return new;
      end $$`);
    this.addSql(`drop trigger if exists job_of_row on integrations.${table}`);
    this.addSql(`create trigger job_of_row before insert or update on integrations.${table} for each row
      when (new.${due}) execute function integrations.job_of_${table}()`);
    // the trigger takes those that wait already
    this.addSql(`update integrations.${table} set ${column} = ${column} where ${due}`);
  }
}

export class TakeQuestions extends TakeMarked {
  override up(): void {
    const key = "r.mail_id || ' ' || r.address_key";
    const data = "json_build_object('mail_id', r.mail_id, 'address_key', r.address_key)";
    const account = "(select i.account_id from integrations.integrations i where i.id = r.mail_id)";
    const due = "question_due_at is not null";
    this.take("mail_addresses", "question", { key, data, account }, due, ["question_due_at", "null"]);
  }
}

export class TakeNoticeMails extends TakeMarked {
  override up(): void {
    this.addSql("alter table integrations.notices drop constraint if exists notices_mail_check");
    const data = "json_build_object('account_id', r.account_id)";
    const rows = { key: "r.account_id", data, account: "r.account_id", ifKnown: "then" } as const;
    this.take("notices", "noticeMail", rows, "mail = 'due'", ["mail", "'waiting'"]);
  }
}

/** A copy of the previous release claims letters in the same way, so that none is sent twice. */
export class TakeMailings extends Migration {
  override up(): void {
    const data = "json_build_object('mailing_id', r.id)";
    const jobsOf = (from: string) =>
      insertEach("integrations", "mailing", 2, { from, key: "r.id", data, account: "r.account_id" });
    this.addSql(`create or replace function integrations.job_of_link_mailings() returns trigger language plpgsql as $$
      begin
        ${jobsOf("select new.*")};
        return null;
      end $$`);
    this.addSql("drop trigger if exists job_of_row on integrations.link_mailings");
    this.addSql(`create trigger job_of_row after insert on integrations.link_mailings for each row
      execute function integrations.job_of_link_mailings()`);
    this.addSql(
      jobsOf(`select * from integrations.link_mailings m where exists (
        select from integrations.link_letters l where l.mailing_id = m.id and (l.state = 'waiting' or l.noted < l.changes))`),
    );
  }
}

export class IndexWaiting extends ConcurrentIndexes {
  readonly indexes = [
    {
      name: "integrations.link_letters_next",
      on: "integrations.link_letters (mailing_id, due_at) where state = 'waiting'",
    },
    {
      name: "integrations.notices_waiting",
      on: "integrations.notices (account_id, created, id) where mail = 'waiting'",
    },
  ];
}
