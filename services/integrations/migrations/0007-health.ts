import { Migration } from "@mikro-orm/migrations";

/** Counts of attempts by integration and hour, so that an integration's health costs the same however many it has. */
export class AddHealth extends Migration {
  override up(): void {
    this.addSql(`
      create table integrations.hourly_attempts (
        integration_id uuid not null,
        hour timestamptz not null,
        delivered integer not null,
        failed integer not null,
        primary key (integration_id, hour)
      )`);
    this.addSql("create index on integrations.hourly_attempts (hour)");
    this.addSql(`
      insert into integrations.hourly_attempts
        select integration_id, date_trunc('hour', created, 'UTC'), count(*) filter (where status = 'success'),
          count(*) filter (where status = 'error')
        from integrations.attempts where created >= date_trunc('hour', now(), 'UTC') - interval '23 hours' group by 1, 2`);
  }
}
