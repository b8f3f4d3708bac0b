import { Migration } from "@mikro-orm/migrations";
import { raiseIfLate } from "../../../shared/platform/deadlines/serverClock.ts";

/** Respondents' statements end with a look at the server's clock (store/step.ts). */
export class AddDeadlines extends Migration {
  override up(): void {
    this.addSql(`
      create function sessions.in_time(deadline timestamptz) returns boolean language plpgsql as $$
      begin
        ${raiseIfLate("deadline")}
        return true;
      end $$`);
  }
}
