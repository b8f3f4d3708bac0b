import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import type { AboutImage, StoredImage } from "../../../shared/bus/contract.ts";

/**
 * Images that owners upload (decisions §9.2). An image is reserved before its bytes are stored and committed after; one that
 * is deleted is marked first, and its bytes are removed after: whatever is cut off in between leaves a row that the clean-up
 * finds (imageRemoval.ts).
 */

/** Whoever takes an image in renews its reservation more often. */
export const reservedFor = "90 seconds";
/** Nobody can write its bytes any more. */
const reservedAtMost = "1 hour";

const lockName = (accountId: string) => `images ${accountId}`;

/**
 * Taken first in its transaction by whoever writes what may name an image, so that it waits for nobody while it holds other
 * locks. An image is then deleted only when nothing that names it is about to be committed.
 */
export async function lockImageNames(em: EntityManager, accountId: string): Promise<void> {
  await em.execute("select pg_advisory_xact_lock_shared(hashtextextended(?, 9))", [lockName(accountId)]);
}

/** ms: the account's other writes wait for it */
const scanTimeout = 5_000;

/** Whoever adds to or takes from an account's images is alone with them. */
export async function lockImages(em: EntityManager, accountId: string): Promise<void> {
  await em.execute("select pg_advisory_xact_lock(hashtextextended(?, 9))", [lockName(accountId)]);
}

/** Bytes of all the account's images. */
export async function imageBytes(em: EntityManager, accountId: string): Promise<number> {
  const [row] = await em.execute<{ bytes: number }[]>(
    "select coalesce(sum(size), 0)::float8 as bytes from forms.images where account_id = ? and state = 'stored'",
    [accountId],
  );
  return row?.bytes ?? 0;
}

/** Again with the same id changes nothing. */
export async function insertImage(em: EntityManager, image: { id: string; accountId: string; key: string }) {
  await em.execute(
    `insert into forms.images (id, account_id, key, state, created, check_at)
      values (?, ?, ?, 'reserved', now(), now() + interval '${reservedAtMost}') on conflict (id) do nothing`,
    [image.id, image.accountId, image.key],
  );
}

export async function renewImage(pool: pg.Pool, id: string): Promise<void> {
  await pool.query("update forms.images set created = now() where id = $1 and state = 'reserved'", [id]);
}

export interface ImageRow extends StoredImage {
  account_id: string;
  state: "reserved" | "stored" | "deleted";
}

export async function findImage(em: EntityManager, id: string): Promise<ImageRow | null> {
  const [row] = await em.execute<ImageRow[]>(
    "select id, account_id, key, state, size, content_type from forms.images where id = ?",
    [id],
  );
  return row ?? null;
}

/** Those of these ids that are images. */
export async function storedImages(em: EntityManager, ids: readonly string[]): Promise<Set<string>> {
  const rows = await em.execute<{ id: string }[]>(
    "select id from forms.images where id = any(?::uuid[]) and state = 'stored'",
    [`{${ids.join(",")}}`],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Its bytes are stored; false where its reservation is gone or has lapsed. */
export async function commitImage(em: EntityManager, image: AboutImage): Promise<boolean> {
  const { id, content_type, size, width, height } = image;
  const rows = await em.execute<unknown[]>(
    `update forms.images set state = 'stored', content_type = ?, size = ?, width = ?, height = ?, check_at = null
      where id = ? and state = 'reserved' and created > now() - interval '${reservedFor}' returning id`,
    [content_type, size, width, height, id],
  );
  return rows.length > 0;
}

/** It came to nothing: what there may be of its bytes is removed by the clean-up. */
export async function releaseImage(pool: pg.Pool, id: string): Promise<void> {
  await pool.query("update forms.images set state = 'deleted', check_at = now() where id = $1 and state = 'reserved'", [
    id,
  ]);
}

export async function markDeleted(em: EntityManager, id: string): Promise<void> {
  await em.execute("update forms.images set state = 'deleted', check_at = now() where id = ?", [id]);
}

/** What names an image: `name` is a theme's name or a form's slug. */
export interface ImageUse {
  kind: "theme" | "draft" | "version";
  name: string;
}

/**
 * One theme, draft or version of the account that has the image's id in it, in whatever text. One statement, since a version
 * is made of a draft that may change meanwhile; it reads the account's graphs, and is given up (503) after a while.
 */
export async function findImageUse(em: EntityManager, accountId: string, id: string): Promise<ImageUse | null> {
  await em.execute(`set local statement_timeout = ${scanTimeout}`);
  const named = (text: string) => `strpos(lower(${text}), i.id) > 0`;
  const [use] = await em.execute<ImageUse[]>(
    `with i as (select ?::uuid as account_id, ?::text as id)
      select 'theme' as kind, t.name from i join forms.themes t on t.account_id = i.account_id
        where ${named("concat_ws(' ', t.logo_url, t.background_image_url)")}
      union all
      select 'draft', f.slug from i join forms.forms f on f.account_id = i.account_id
        join forms.drafts d on d.form_id = f.id where ${named("d.graph::text")}
      union all
      select 'version', f.slug from i join forms.forms f on f.account_id = i.account_id
        join forms.versions v on v.form_id = f.id where ${named("v.graph::text")}
      limit 1`,
    [accountId, id],
  );
  return use ?? null;
}

/** Marks uploads that never arrived; gives how many. */
export async function expireImages(pool: pg.Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `update forms.images set state = 'deleted' where id = any(array(
      select id from forms.images where check_at <= now() and state = 'reserved' order by check_at limit $1
        for update skip locked))`,
    [limit],
  );
  return rowCount ?? 0;
}

/** Deleted images whose bytes are to be removed by now. */
export async function deletedImages(pool: pg.Pool, limit: number): Promise<{ id: string; key: string }[]> {
  const { rows } = await pool.query<{ id: string; key: string }>(
    "select id, key from forms.images where check_at <= now() and state = 'deleted' order by check_at limit $1",
    [limit],
  );
  return rows;
}

/** Their bytes are gone. */
export async function forgetImages(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query("delete from forms.images where id = any($1::uuid[]) and state = 'deleted'", [ids]);
}

/** The store did not take their removal: others go first. */
export async function postponeRemoval(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query("update forms.images set check_at = now() + interval '1 minute' where id = any($1::uuid[])", [ids]);
}
