import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import { rows } from "../../../shared/platform/database/rows.ts";
import type { FormRow } from "../entities.ts";
import { formsJobs } from "../jobs.ts";

/** Forms that change their workspace (teams §20.13). */

/** The subject of the jobs of a form's moves. */
export const aboutMove = (formId: string): string => `move ${formId}`;

/** Gives a locked form to another workspace, with its theme's copy. Respondents and owners see it with the next revision. */
export async function moveForm(em: EntityManager, form: FormRow, toAccount: string, themeId: string): Promise<void> {
  await formsJobs.add(em, "leave", {
    data: { account_id: form.account_id, form_id: form.id },
    account_id: form.account_id,
    subject: aboutMove(form.id),
  });
  await rows(
    em,
    "update forms.forms set account_id = $1, theme_id = $2, revision = revision + 1, modified = now() where id = $3",
    [toAccount, themeId, form.id],
  );
}

/** Longest search for images in all versions of a form, in ms. */
const scanTimeout = 5_000;

/**
 * Returns the stored images that a form names in its draft, its versions and its theme. Only its workspace's own and those shared with
 * it: anyone can name the address of a stranger's image.
 */
export async function imagesOfForm(em: EntityManager, form: FormRow): Promise<string[]> {
  await rows(em, `set local statement_timeout = ${scanTimeout}`);
  const found = await rows<{ id: string }>(
    em,
    `with texts as (
        select graph::text as text from forms.drafts where form_id = $1
        union all select graph::text from forms.versions where form_id = $1
        union all select concat_ws(' ', logo_url, background_image_url) from forms.themes where id = $2
      ), named as (
        select distinct lower(found[1])::uuid as id
        from texts, regexp_matches(text, '/api/v2/r/image/([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})/', 'g') found
      )
      select i.id from forms.images i join named on named.id = i.id
      where i.state = 'stored' and (i.account_id = $3 or exists (
        select from forms.image_shares s where s.image_id = i.id and s.account_id = $3)) order by i.id`,
    [form.id, form.theme.id, form.account_id],
  );
  return found.map(({ id }) => id);
}

/** Makes an account a further owner of images. */
export async function shareImages(em: EntityManager, ids: readonly string[], accountId: string): Promise<void> {
  await rows(
    em,
    `insert into forms.image_shares (image_id, account_id)
      select i.id, $1::uuid from forms.images i where i.id = any($2::uuid[]) and i.account_id <> $1 on conflict do nothing`,
    [accountId, ids],
  );
}

/** Hands an image to its next owner. False if it has no other. */
export async function handOver(em: EntityManager, id: string): Promise<boolean> {
  const changed = await rows(
    em,
    `with heir as (
        delete from forms.image_shares where (image_id, account_id) = (
          select image_id, account_id from forms.image_shares where image_id = $1 order by account_id limit 1)
        returning image_id, account_id
      ) update forms.images i set account_id = heir.account_id from heir where i.id = heir.image_id returning i.id`,
    [id],
  );
  return changed.length > 0;
}

export async function hasShare(em: EntityManager, id: string, accountId: string): Promise<boolean> {
  const found = await rows(em, "select from forms.image_shares where image_id = $1 and account_id = $2", [
    id,
    accountId,
  ]);
  return found.length > 0;
}

/** Takes a further owner's share of an image. False if they have none. */
export async function giveUpShare(em: EntityManager, id: string, accountId: string): Promise<boolean> {
  const changed = await rows(
    em,
    "delete from forms.image_shares where image_id = $1 and account_id = $2 returning image_id",
    [id, accountId],
  );
  return changed.length > 0;
}

/** Hands all images of an account to their next owners, before the rest is erased. */
export async function handOverAll(pool: pg.Pool, accountId: string): Promise<void> {
  await pool.query("delete from forms.image_shares where account_id = $1", [accountId]);
  await pool.query(
    `with heir as (
        delete from forms.image_shares s using (
          select distinct on (s.image_id) s.image_id, s.account_id
          from forms.image_shares s join forms.images i on i.id = s.image_id
          where i.account_id = $1 order by s.image_id, s.account_id) first
        where s.image_id = first.image_id and s.account_id = first.account_id returning s.image_id, s.account_id
      ) update forms.images i set account_id = heir.account_id from heir where i.id = heir.image_id`,
    [accountId],
  );
}
