import type pg from "pg";
import { type AccountTable, withoutEnd } from "../../../shared/platform/database/accountTables.ts";
import type { FileStore } from "../../../shared/platform/files/store.ts";
import { reservedFor } from "./images.ts";
import { handOverAll } from "./moves.ts";

/** Tables with an account's data, referring tables first. */
const ofForms = "t.form_id in (select id from forms.forms where account_id = $1)";

export const formsTables: readonly AccountTable[] = [
  { name: "forms.translation_originals", where: ofForms },
  { name: "forms.draft_translations", where: ofForms },
  { name: "forms.version_translations", where: ofForms },
  { name: "forms.drafts", where: ofForms },
  { name: "forms.saved_views", where: ofForms },
  { name: "forms.versions", where: ofForms },
  { name: "forms.forms", where: "t.account_id = $1" },
  { name: "forms.themes", where: "t.account_id = $1" },
  { name: "forms.suspended_accounts", where: "t.account_id = $1" },
  { name: "forms.suspension_revisions", where: "t.account_id = $1" },
  { name: "forms.jobs", where: "t.account_id = $1", secret: ["data"] },
  { name: "forms.image_shares", where: "t.account_id = $1" },
  { name: "forms.audit_outbox", where: "t.account_id = $1" },
];

/** Tables that eraseImages deletes. */
export const imageTables: readonly AccountTable[] = [{ name: "forms.images", where: "t.account_id = $1" }];

export async function formIdsOf(pool: pg.Pool, accountId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>("select id from forms.forms where account_id = $1", [accountId]);
  return rows.map(({ id }) => id);
}

export async function hasForms(pool: pg.Pool, accountId: string): Promise<boolean> {
  return (await pool.query("select from forms.forms where account_id = $1 limit 1", [accountId])).rowCount === 1;
}

const batchSize = 500;

/** An upload in progress renews its reservation. Its bytes are removed when it ends. */
const isUploading = `state = 'reserved' and created > now() - interval '${reservedFor}'`;

/** Returns the account's images and their storage keys, except uploads in progress. */
export async function imagesOf(
  pool: pg.Pool,
  accountId: string,
  after = "00000000-0000-0000-0000-000000000000",
): Promise<{ id: string; key: string }[]> {
  const { rows } = await pool.query(
    `select id, key from forms.images where account_id = $1 and id > $2 and not (${isUploading})
      order by id limit ${batchSize}`,
    [accountId, after],
  );
  return rows;
}

/**
 * Deletes the bytes, then the rows, so that an interrupted run can be repeated. Returns the number of images, including
 * uploads in progress.
 */
export async function eraseImages(
  pool: pg.Pool,
  accountId: string,
  files: FileStore,
  end = withoutEnd,
): Promise<number> {
  await handOverAll(pool, accountId);
  for (let erased = 0; ; ) {
    const found = await imagesOf(pool, accountId);
    if (found.length === 0 || Date.now() > end) {
      const uploading = "select 1 from forms.images where account_id = $1";
      return erased + ((await pool.query(uploading, [accountId])).rowCount ?? 0);
    }
    await Promise.all(found.map(({ key }) => files.remove(key)));
    await pool.query("delete from forms.images where id = any($1::uuid[])", [found.map(({ id }) => id)]);
    erased += found.length;
  }
}

/** Replaces a deleted person's name where they made something. Their id stays. */
export async function forgetAuthor(pool: pg.Pool, userId: string): Promise<void> {
  for (const [table, verb] of [
    ["forms", "created"],
    ["versions", "published"],
    ["drafts", "saved"],
  ])
    await pool.query(`update forms.${table} set ${verb}_by_name = 'Deleted user' where ${verb}_by = $1`, [userId]);
}
