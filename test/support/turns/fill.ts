import type { World } from "./common.ts";

/** Fills a workspace by SQL, because as many requests take minutes. */
const text = (length: number): string => `left(repeat(md5(random()::text), ${Math.ceil(length / 32)}), ${length})`;

/** 499 more members with 200 shared forms each, and what people leave behind. */
export async function people({ query, workspace, user }: World): Promise<void> {
  const of = [workspace];
  await query(
    `insert into auth.users (id, account_id, email, email_key, name, password_hash)
      select gen_random_uuid(), $1, 'member' || i || '@example.com', 'member' || i || '@example.com', ${text(100)}, 'x'
      from generate_series(1, 499) i`,
    of,
  );
  await query(
    `insert into auth.memberships (account_id, user_id, role, responses)
      select $1, id, 'guest', 'none' from auth.users where email like 'member%'`,
    of,
  );
  await query(
    `insert into auth.invitations (id, account_id, email, email_key, role, responses, status, token_hash, inviter, expires)
      select gen_random_uuid(), $1, 'invited' || i || '@example.com', 'invited' || i || '@example.com', 'guest', 'none',
        case when i <= 200 then 'pending' else 'declined' end, sha256(('invited' || i)::bytea), 'Ada', now() + interval '7 days'
      from generate_series(1, 2000) i`,
    of,
  );
  await query(
    `insert into auth.api_keys (id, account_id, user_id, name, prefix, key_hash, scopes, form_ids, allowed_addresses)
      select gen_random_uuid(), $1, $2, ${text(100)}, 'pf_' || i, sha256(('key' || i)::bytea), '{forms:read,responses:read}',
        (select array_agg(gen_random_uuid()) from generate_series(1, 100)),
        (select array_agg('10.0.0.' || a || '/32') from generate_series(1, 20) a)
      from generate_series(1, 500) i`,
    [workspace, user],
  );
  await query(
    `insert into auth.sign_ins (token_hash, user_id, expires, id, method, device, address)
      select sha256(('sign-in' || i)::bytea), $1, now() + interval '1 day', gen_random_uuid(), 'password', ${text(100)}, '10.0.0.1'
      from generate_series(1, 2000) i`,
    [user],
  );
  await query(
    `insert into auth.user_events (id, user_id, kind, method, device, address)
      select gen_random_uuid(), $1, 'signed_in', 'password', ${text(100)}, '10.0.0.1' from generate_series(1, 5000) i`,
    [user],
  );
  await query(
    `insert into auth.audit_events (id, account_id, occurred_at, action, outcome, actor_type, actor_id, actor_name, targets,
        target_ids, user_agent, changes)
      select gen_random_uuid(), $1, now() - i * interval '1 minute', 'form.changed', 'success', 'user', $2, 'Ada',
        (select jsonb_agg(jsonb_build_object('type', 'form', 'id', gen_random_uuid(), 'name', ${text(200)}))
          from generate_series(1, 5)), '{}', ${text(300)},
        (select jsonb_agg(jsonb_build_object('field', 'field' || f, 'before', ${text(500)}, 'after', ${text(500)}))
          from generate_series(1, case when i <= 300 then 20 else 2 end) f)
      from generate_series(1, 10000) i`,
    [workspace, user],
  );
  await query(
    `insert into auth.usage (account_id, day, key_id, method, path, status_class, bucket, requests)
      select $1, current_date - day, null, 'GET', '/api/v2/form/' || path, 2, bucket, 5
      from generate_series(0, 699) day, generate_series(1, 50) path, generate_series(0, 3) bucket`,
    of,
  );
}

/** 2,000 forms, of which 1,000 are shared with 100 people each. 500 versions of one, and themes. */
export async function forms({ query, workspace, small }: World): Promise<void> {
  const columns = (await columnsOf(query, "forms.forms")).filter((name) => !["id", "slug"].includes(name));
  await query(
    `insert into forms.forms (id, slug, ${columns})
      select gen_random_uuid(), 'copy-' || i, ${columns} from forms.forms, generate_series(1, 2000) i where id = $1`,
    [small.id],
  );
  await query(
    `with people as (select user_id, row_number() over () as n from auth.memberships where account_id = $1 and role = 'guest'),
        shared as (select id, row_number() over (order by slug) as n from forms.forms where slug like 'copy-%')
      insert into auth.form_grants (id, account_id, form_id, user_id, role, responses)
      select gen_random_uuid(), $1, f.id, p.user_id, 'viewer', 'none' from shared f
        join people p on (p.n + f.n) % 5 = 0 where f.n <= 1000`,
    [workspace],
  );
  await query(
    `with shared as (select id, row_number() over (order by slug) as n from forms.forms where slug like 'copy-%')
      insert into auth.form_grants (id, account_id, form_id, invitation_id, role, responses)
      select gen_random_uuid(), $1, f.id, i.id, 'viewer', 'none' from shared f, auth.invitations i
      where f.n between 1001 and 1200 and i.account_id = $1 and i.status = 'pending'`,
    [workspace],
  );
  const versions = (await columnsOf(query, "forms.versions")).filter(
    (name) => !["id", "version_number"].includes(name),
  );
  await query(
    `insert into forms.versions (id, version_number, ${versions})
      select gen_random_uuid(), i, ${versions} from forms.versions, generate_series(2, 500) i where form_id = $1`,
    [small.id],
  );
  await query("update forms.forms set current_version = 500 where id = $1", [small.id]);
  const themes = (await columnsOf(query, "forms.themes")).filter(
    (name) => !["id", "name", "is_default"].includes(name),
  );
  await query(
    `insert into forms.themes (id, name, is_default, ${themes}) select gen_random_uuid(), 'Theme ' || i, false, ${themes}
      from (select * from forms.themes where account_id = $1 limit 1) t, generate_series(1, 500) i`,
    [workspace],
  );
}

const columnsOf = async (query: World["query"], table: string): Promise<string[]> => {
  const [schema, name] = table.split(".");
  const rows = await query(
    "select column_name from information_schema.columns where table_schema = $1 and table_name = $2",
    [schema, name],
  );
  return rows.map(({ column_name: column }) => column as string);
};

/** 100 sessions with 240 KiB of answers, and 300 of 600 choices. */
export async function responses({ query, answered, wide }: World): Promise<void> {
  await sessions(query, answered.id, 100, 100, 240_000);
  await query(
    `insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer)
      select s.id, 't' || n, n, s.started_at, s.started_at, gen_random_uuid(), 'long_text',
        to_json((select string_agg(substr(md5(n || ' ' || w || s.id::text), 1, 8), ' ') from generate_series(1, 266) w))
      from sessions.sessions s, generate_series(0, 99) n where s.form_id = $1`,
    [answered.id],
  );
  await sessions(query, wide.id, 300, 600, 36_000);
  await query(
    `insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer)
      select s.id, 'c' || n, n, s.started_at, s.started_at, gen_random_uuid(), 'checkbox',
        (select json_agg('v' || o) from generate_series(0, 24) o where (o + n + s.total_score) % 3 = 0)
      from sessions.sessions s, generate_series(0, 599) n where s.form_id = $1`,
    [wide.id],
  );
}

async function sessions(
  query: World["query"],
  formId: string,
  count: number,
  answers: number,
  bytes: number,
): Promise<void> {
  await query(
    `insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
        current_shown_at, total_score, answers_count, answers_bytes, hidden, user_agent, started_at, last_activity_at, completed_at)
      select gen_random_uuid(), $1, v.id, 1, 'completed', 1, 'end', t, i % 50, $3, $4,
        (select json_object_agg('h' || h, ${text(100)}) from generate_series(0, 49) h), ${text(500)}, t, t, t + interval '1 minute'
      from sessions.versions v, generate_series(1, $2::integer) i
        cross join lateral (select now() - i * interval '1 hour' as t) at
      where v.form_id = $1 and v.version_number = 1`,
    [formId, count, answers, bytes],
  );
  await query(
    `insert into sessions.form_counts (form_id, day, slot, in_progress, completed, abandoned)
      select form_id, (started_at at time zone 'utc')::date, 0, 0, count(*), 0 from sessions.sessions
      where form_id = $1 group by 1, 2`,
    [formId],
  );
}

/** 10,000 personal links, of which the newest have as many fields as allowed. */
export async function links({ query, small, wide, answered }: World): Promise<void> {
  const insert = (formId: string, count: number, hidden: string, prefill: string) =>
    query(
      `insert into sessions.links (id, form_id, reference, reference_key, email, hidden, prefill, max_responses, created)
        select gen_random_uuid(), $1, 'person' || i || '@example.com', 'person' || i || '@example.com',
          'person' || i || '@example.com', ${hidden}, ${prefill}, 1, now() - i * interval '1 second'
        from generate_series(1, $2::integer) i`,
      [formId, count],
    );
  await insert(small.id, 10_000, '\'{"h1":"a"}\'', "'{}'");
  const hidden = `(select json_object_agg('h' || h, ${text(1000)}) from generate_series(0, 49) h)`;
  const prefill = `(select json_object_agg('c' || n, '["v1","v2"]'::json) from generate_series(0, 599) n)`;
  await insert(wide.id, 500, hidden, prefill);
  const answers = `(select json_object_agg('t' || n, ${text(5_000)}) from generate_series(0, 59) n)`;
  await insert(answered.id, 100, "'{}'", answers);
}

/** 200 integrations, one with 20,000 deliveries and 1,000 forms, notices, and a mailing to 1,000 people. */
export async function integrations(world: World): Promise<void> {
  const { query, workspace, small, integration, session, mailing, delivery, mail, user } = world;
  const columns = (await columnsOf(query, "integrations.integrations")).filter(
    (name) => !["id", "name"].includes(name),
  );
  await query(
    `insert into integrations.integrations (id, name, ${columns})
      select gen_random_uuid(), 'Hook ' || i, ${columns} from integrations.integrations, generate_series(1, 199) i where id = $1`,
    [integration],
  );
  await query("update integrations.integrations set created_by = $2 where account_id = $1", [workspace, user]);
  await query(
    `insert into integrations.attachments (id, form_id, integration_id, events, position)
      select gen_random_uuid(), f.id, $1, '{session.completed}'::text[], 1 from (select id from forms.forms where slug like 'copy-%' limit 1000) f
      union all select gen_random_uuid(), $2, id, '{session.completed}'::text[], 1
        from (select id from integrations.integrations where name like 'Hook %' limit 19) i`,
    [integration, small.id],
  );
  for (const [of, count] of [
    [integration, 20_000],
    [mail, 2_000],
  ] as const) {
    await query(
      `insert into integrations.attempts (id, delivery_id, integration_id, integration_name, integration_type, event_id, event,
          session_id, status, attempt, response_code, error_message, duration_ms, request_headers, request_body, created)
        select gen_random_uuid(), gen_random_uuid(), $1, 'Hook', 'webhook', gen_random_uuid(), 'session.completed', $2,
          case when i % 2 = 0 then 'success' else 'error' end, 1, 500, ${text(1000)}, 5, '{}', null, now() - i * interval '1 second'
        from generate_series(1, $3::integer) i`,
      [of, session, count],
    );
  }
  await query(
    `insert into integrations.deliveries (id, event_id, attachment_id, integration_id, account_id, form_id, form_slug, session_id,
        event, payload, state, attempts)
      select $1, gen_random_uuid(), a.id, a.integration_id, $3, a.form_id, 'form', $4, 'session.completed', '{}', 'exhausted', 8
      from integrations.attachments a where a.integration_id = $2 limit 1`,
    [delivery, integration, workspace, session],
  );
  await query(
    `insert into integrations.attempts (id, delivery_id, integration_id, integration_name, integration_type, event_id, event,
        session_id, status, attempt, duration_ms, request_headers, request_body, response_headers, response_body)
      select $1, id, integration_id, 'Hook', 'webhook', event_id, event, session_id, 'error', 1, 5, '{}',
        (select string_agg(md5(i::text), ' ') from generate_series(1, 15000) i), '{}', ${text(60_000)}
      from integrations.deliveries where id = $1`,
    [delivery],
  );
  await query(
    `insert into integrations.notices (id, account_id, kind, message, integration_id)
      select gen_random_uuid(), $1, 'delivery_failed', ${text(1000)}, $2 from generate_series(1, 5000)`,
    [workspace, integration],
  );
  await mailings(world, mailing);
}

async function mailings({ query, workspace, small }: World, mailing: string): Promise<void> {
  const translations =
    "(select json_object_agg('l' || l, json_build_object('subject', 's', 'text', repeat('t', 5000))) from generate_series(1, 19) l)";
  await query(
    `insert into integrations.link_mailings (id, account_id, form_id, form, workspace, language, base_url, subject, text,
        translations, remind_after_days, left_out, created)
      select case i when 1 then $1 else gen_random_uuid() end, $2, $3, '{"title":"A form","slug":"a"}', 'Ada', 'en', 'http://x',
        's', repeat('t', 5000), ${translations}, '{1,2,3}', '{}', now() - i * interval '1 minute' from generate_series(1, 200) i`,
    [mailing, workspace, small.id],
  );
  await query(
    `insert into integrations.link_letters (mailing_id, link_id, turn, account_id, state, due_at)
      select $1, l.id, turn, $2, 'sent', now() from (select id from sessions.links where form_id = $3 limit 10000) l,
        generate_series(0, 3) turn`,
    [mailing, workspace, small.id],
  );
  await query(
    `insert into integrations.link_attempts (id, mailing_id, link_id, turn, attempt, status, duration_ms, error_message)
      select gen_random_uuid(), mailing_id, link_id, turn, 1, 'error', 5, ${text(1000)} from integrations.link_letters where turn = 0`,
  );
}
