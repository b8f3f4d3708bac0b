import { ConcurrentIndexes } from "../../../shared/platform/database/concurrentIndexes.ts";

/** People at an issuer of single sign-on, and sign-ins under way (teams §20.9). Each statement locks one table, and can run again. */
export class AddSso extends ConcurrentIndexes {
  readonly indexes = [{ name: "auth.sign_ins_sid", on: "auth.sign_ins (sid) where sid is not null" }];

  override up(): void {
    this.addSql(`
      create table if not exists auth.identities (
        issuer text not null,
        subject text not null,
        user_id uuid not null references auth.users on delete cascade,
        created timestamptz not null default clock_timestamp(),
        primary key (issuer, subject),
        unique (user_id, issuer)
      )`);
    // user_id: of a person who links single sign-on · the rest of what the issuer gets follows from the browser's cookie
    this.addSql(`
      create table if not exists auth.oidc_states (
        state_hash bytea primary key,
        browser_hash bytea not null,
        next text,
        invitation_id uuid,
        user_id uuid references auth.users on delete cascade,
        created timestamptz not null default clock_timestamp(),
        expires timestamptz not null
      )`);
    this.addSql(`alter table auth.oidc_states drop constraint if exists oidc_states_invitation_id_fkey,
      add constraint oidc_states_invitation_id_fkey foreign key (invitation_id)
        references auth.invitations on delete cascade`);
    this.addSql("create index if not exists oidc_states_expires on auth.oidc_states (expires)");
    this.addSql("create index if not exists oidc_states_user on auth.oidc_states (user_id)");
    this.addSql("create index if not exists oidc_states_invitation on auth.oidc_states (invitation_id)");
    // a stranger may have chosen the password, before the address was proved
    this.addSql(`alter table auth.email_verifications
      add column if not exists ends_password boolean not null default false`);
    super.up();
  }
}
