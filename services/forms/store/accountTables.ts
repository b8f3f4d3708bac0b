import type pg from "pg";
import type { AccountTable } from "../../../shared/platform/database/accountTables.ts";
import type { FileStore } from "../../../shared/platform/files/store.ts";
import { reservedFor } from "./images.ts";

/** An account's data in this schema; what refers to another table goes before it. */
const ofForms = "t.form_id in (select id from forms.forms where account_id = $1)";

export const formsTables: readonly AccountTable[] = [
  { name: "forms.drafts", where: ofForms },
  { name: "forms.versions", where: ofForms },
  { name: "forms.forms", where: "t.account_id = $1" },
  { name: "forms.themes", where: "t.account_id = $1" },
];

/** What eraseImages deletes. */
export const imageTables: readonly AccountTable[] = [{ name: "forms.images", where: "t.account_id = $1" }];

export async function formIdsOf(pool: pg.Pool, accountId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>("select id from forms.forms where account_id = $1", [accountId]);
  return rows.map(({ id }) => id);
}

const batchSize = 500;

/** An upload under way renews its reservation; its bytes are removed when it has ended. */
const isUploading = `state = 'reserved' and created > now() - interval '${reservedFor}'`;

/** The account's images, and what their bytes are kept under; those under way are not among them. */
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

/** Bytes first, then rows: what is cut off in between is found again. Gives how many there were, those under way included. */
export async function eraseImages(pool: pg.Pool, accountId: string, files: FileStore): Promise<number> {
  for (let erased = 0; ; ) {
    const found = await imagesOf(pool, accountId);
    if (found.length === 0) {
      const uploading = "select 1 from forms.images where account_id = $1";
      return erased + ((await pool.query(uploading, [accountId])).rowCount ?? 0);
    }
    await Promise.all(found.map(({ key }) => files.remove(key)));
    await pool.query("delete from forms.images where id = any($1::uuid[])", [found.map(({ id }) => id)]);
    erased += found.length;
  }
}
