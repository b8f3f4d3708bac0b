import type pg from "pg";
import type { LinkChoice, LinkMailNote } from "../../../shared/bus/contract/sessions.ts";
import { type LinkRow, linkColumns, matchingLinks, matchingValues, withoutTexts } from "./links.ts";

type LinkFilter = Exclude<LinkChoice, { link_ids: string[] }>;
type Queryable = Pick<pg.Pool, "query">;

/** Returns the next chosen links of a form, by id, without hidden fields and prefilled answers. */
export async function linksChosen(
  pool: Queryable,
  formId: string,
  choice: LinkChoice,
  { after, limit }: { after: string | null; limit: number },
  now: Date,
): Promise<LinkRow[]> {
  const ids = "link_ids" in choice ? choice.link_ids : null;
  const { status, search = null }: { status?: LinkFilter["status"]; search?: string | null } =
    "link_ids" in choice ? {} : choice;
  const { rows } = await pool.query<LinkRow>({
    name: "choose-links",
    text: `select ${linkColumns("$2::timestamptz", withoutTexts)} from sessions.links link
      where ${matchingLinks} and ($7::uuid[] is null or link.id = any($7)) and ($8::uuid is null or link.id > $8)
      order by link.id limit $9`,
    values: [...matchingValues(formId, { ...(status && { status }), search }, now), ids, after, limit],
  });
  return rows;
}

export async function linksByIds(pool: Queryable, ids: readonly string[], now: Date): Promise<LinkRow[]> {
  const { rows } = await pool.query<LinkRow>({
    name: "links-by-ids",
    text: `select ${linkColumns("$2::timestamptz", "link.hidden, '{}'::json as prefill")} from sessions.links link
      where link.id = any($1::uuid[])`,
    values: [ids, now],
  });
  return rows;
}

/** Stores the newest state of links' emails: the counts only grow. */
export async function noteMails(pool: Queryable, notes: readonly LinkMailNote[]): Promise<void> {
  await pool.query({
    name: "note-link-mails",
    text: `update sessions.links link set mail_status = note.status, sent_count = note.sent_count,
        last_sent_at = note.last_sent_at
      from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::integer[]) as note (link_id, status, last_sent_at, sent_count)
      where link.id = note.link_id and link.sent_count <= note.sent_count`,
    values: [
      notes.map(({ link_id }) => link_id),
      notes.map(({ status }) => status),
      notes.map(({ last_sent_at }) => last_sent_at),
      notes.map(({ sent_count }) => sent_count),
    ],
  });
}
