import { Migration } from "@mikro-orm/migrations";

/** Live forms, published graphs, sessions with their visits, and the events that sessions cause. */
export class Sessions extends Migration {
  override up(): void {
    this.addSql(`
      create table sessions.versions (
        id uuid primary key,
        form_id uuid not null,
        version_number integer not null,
        graph json not null,
        entry_node_id text not null,
        hidden_fields text[] not null
      )`);
    this.addSql(`
      create table sessions.live_forms (
        form_id uuid primary key,
        revision bigint not null,
        account_id uuid not null,
        slug text unique,
        title text not null,
        theme json not null,
        is_active boolean not null,
        is_accepting_responses boolean not null,
        response_limit integer,
        opens_at timestamptz,
        closes_at timestamptz,
        closed_message text,
        version_id uuid,
        version_number integer,
        -- kept only while there is a response_limit
        completed_count integer not null default 0
      )`);
    // last_activity_at changes with every step and stands in no index, so that a step's update stays on its page (HOT)
    this.addSql(`
      create table sessions.sessions (
        id uuid primary key,
        form_id uuid not null,
        version_id uuid not null,
        version_number integer not null,
        status text not null,
        revision integer not null,
        current_node_id text not null,
        current_shown_at timestamptz not null,
        total_score integer not null,
        answers_count integer not null,
        answers_bytes integer not null,
        hidden json not null,
        user_agent text,
        started_at timestamptz not null,
        last_activity_at timestamptz not null,
        completed_at timestamptz,
        was_abandoned boolean not null default false
      ) with (fillfactor = 80)`);
    this.addSql("create index on sessions.sessions (form_id, started_at desc, id desc)");
    this.addSql("create index on sessions.sessions (form_id, status)");
    this.addSql("create index on sessions.sessions (started_at) where status = 'in_progress'");
    // One row a passed node. seq is its place on the path; null once going back has cut it off, when only shown_at stays.
    this.addSql(`
      create table sessions.visits (
        session_id uuid not null,
        node_id text not null,
        seq integer,
        shown_at timestamptz not null,
        answered_at timestamptz,
        answer_id uuid,
        question_type text,
        answer json,
        score_awarded integer,
        primary key (session_id, node_id)
      )`);
    // session is null for session.started: what it was at its start follows from its unchanging columns
    this.addSql(`
      create table sessions.events (
        id uuid primary key,
        type text not null,
        session_id uuid not null,
        form_id uuid not null,
        occurred_at timestamptz not null,
        form json not null,
        session json,
        leased_by text,
        leased_until timestamptz,
        attempts integer not null default 0,
        acknowledged_at timestamptz
      )`);
    this.addSql("create index on sessions.events (occurred_at) where acknowledged_at is null");
    this.addSql("create index on sessions.events (session_id)");
  }
}
