import { Migration } from "@mikro-orm/migrations";
import { createJobs } from "../../../shared/platform/jobs/table.ts";

/** Letters, which waited in memory before. */
export class AuthJobs extends Migration {
  override up(): void {
    this.addSql(createJobs("auth"));
  }
}
