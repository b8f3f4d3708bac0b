import { Migration } from "@mikro-orm/migrations";

/** Whether respondents can email themselves a link to finish later (wants §23). */
export class AddResume extends Migration {
  override up(): void {
    this.addSql("alter table forms.forms add column if not exists resume text not null default 'device'");
  }
}
