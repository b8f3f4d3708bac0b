import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import type { AboutImage, StoredImage } from "../../../shared/bus/contract.ts";
import { rows } from "../../../shared/platform/database/rows.ts";

/** Uploaded images (decisions §9.2). An image is reserved before its bytes are stored and committed after. A deleted image is marked before its bytes are removed. Interrupted work leaves a row for imageRemoval.ts. */

/** Longer than the interval in which an upload renews its reservation. */
export const reservedFor = "90 seconds";
/** After this no one can write its bytes. */
const reservedAtMost = "1 hour";

const lockName = (accountId: string) => `images ${accountId}`;

/**
 * Takes the shared lock of the account's images. Call it first in a transaction that writes image URLs, before other
 * locks. An image is then deleted only if no uncommitted write uses it.
 */
export async function lockImageNames(em: EntityManager, accountId: string): Promise<void> {
  await rows(em, "select pg_advisory_xact_lock_shared(hashtextextended($1, 9))", [lockName(accountId)]);
}

/** ms. The account's other writes wait for the scan. */
const scanTimeout = 5_000;

/** Takes the exclusive lock, to add or delete images of the account. */
export async function lockImages(em: EntityManager, accountId: string): Promise<void> {
  await rows(em, "select pg_advisory_xact_lock(hashtextextended($1, 9))", [lockName(accountId)]);
}

/** Returns the bytes of the account's images. */
export async function imageBytes(em: EntityManager, accountId: string): Promise<number> {
  const [row] = await rows<{ bytes: number }>(
    em,
    "select coalesce(sum(size), 0)::float8 as bytes from forms.images where account_id = $1 and state = 'stored'",
    [accountId],
  );
  return row?.bytes ?? 0;
}

interface NewImage {
  id: string;
  accountId: string;
  /** null by key */
  createdBy: string | null;
  key: string;
}

/** Reserves an image. Idempotent. */
export async function insertImage(em: EntityManager, image: NewImage) {
  await rows(
    em,
    `insert into forms.images (id, account_id, created_by, key, state, created, check_at)
      values ($1, $2, $3, $4, 'reserved', now(), now() + interval '${reservedAtMost}') on conflict (id) do nothing`,
    [image.id, image.accountId, image.createdBy, image.key],
  );
}

export async function renewImage(pool: pg.Pool, id: string): Promise<void> {
  await pool.query("update forms.images set created = now() where id = $1 and state = 'reserved'", [id]);
}

export interface ImageRow extends StoredImage {
  account_id: string;
  /** person who uploaded it; null by key, and before there were several */
  created_by: string | null;
  state: "reserved" | "stored" | "deleted";
}

export async function findImage(em: EntityManager, id: string): Promise<ImageRow | null> {
  const [row] = await rows<ImageRow>(
    em,
    "select id, account_id, created_by, key, state, size, content_type from forms.images where id = $1",
    [id],
  );
  return row ?? null;
}

/** Returns the ids among these that are stored images. */
export async function storedImages(em: EntityManager, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ id: string }>(
    em,
    "select id from forms.images where id = any($1::uuid[]) and state = 'stored'",
    [ids],
  );
  return new Set(found.map(({ id }) => id));
}

/** Marks an image as stored. False if its reservation is gone or expired. */
export async function commitImage(em: EntityManager, image: AboutImage): Promise<boolean> {
  const { id, content_type, size, width, height } = image;
  const found = await rows(
    em,
    `update forms.images set state = 'stored', content_type = $1, size = $2, width = $3, height = $4, check_at = null
      where id = $5 and state = 'reserved' and created > now() - interval '${reservedFor}' returning id`,
    [content_type, size, width, height, id],
  );
  return found.length > 0;
}

/** Marks a failed upload as deleted. The cleanup removes its bytes. */
export async function releaseImage(pool: pg.Pool, id: string): Promise<void> {
  await pool.query("update forms.images set state = 'deleted', check_at = now() where id = $1 and state = 'reserved'", [
    id,
  ]);
}

export async function markDeleted(em: EntityManager, id: string): Promise<void> {
  await rows(em, "update forms.images set state = 'deleted', check_at = now() where id = $1", [id]);
}

/** A use of an image. `name` is a theme's name or a form's slug. */
export interface ImageUse {
  kind: "theme" | "draft" | "version";
  name: string;
}

/**
 * Returns one theme, draft or version of the account that contains the image's id. A single statement, because a draft
 * can become a version in between. Fails with 503 if the scan takes too long.
 */
export async function findImageUse(em: EntityManager, accountId: string, id: string): Promise<ImageUse | null> {
  await rows(em, `set local statement_timeout = ${scanTimeout}`);
  const named = (text: string) => `strpos(lower(${text}), i.id) > 0`;
  const [use] = await rows<ImageUse>(
    em,
    `with i as (select $1::uuid as account_id, $2::text as id)
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

/** Returns the next stored images in the order of their IDs. */
export async function imagesAfter(
  pool: Pick<pg.Pool, "query">,
  id: string,
  limit: number,
): Promise<{ id: string; key: string; account_id: string }[]> {
  const { rows } = await pool.query(
    "select id, key, account_id from forms.images where id > $1 and state = 'stored' order by id limit $2",
    [id, limit],
  );
  return rows;
}

/** Marks uploads that never finished as deleted and returns their number. */
export async function expireImages(pool: pg.Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `update forms.images set state = 'deleted' where id = any(array(
      select id from forms.images where check_at <= now() and state = 'reserved' order by check_at limit $1
        for update skip locked))`,
    [limit],
  );
  return rowCount ?? 0;
}

/** Returns deleted images whose bytes are due for removal. */
export async function deletedImages(pool: pg.Pool, limit: number): Promise<{ id: string; key: string }[]> {
  const { rows } = await pool.query<{ id: string; key: string }>(
    "select id, key from forms.images where check_at <= now() and state = 'deleted' order by check_at limit $1",
    [limit],
  );
  return rows;
}

/** Deletes the rows of removed images. */
export async function forgetImages(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query("delete from forms.images where id = any($1::uuid[]) and state = 'deleted'", [ids]);
}

/** Postpones images whose removal failed. */
export async function postponeRemoval(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query("update forms.images set check_at = now() + interval '1 minute' where id = any($1::uuid[])", [ids]);
}
