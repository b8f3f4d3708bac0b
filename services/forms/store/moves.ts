import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
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
  await em.execute(
    "update forms.forms set account_id = ?, theme_id = ?, revision = revision + 1, modified = now() where id = ?",
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
  await em.execute(`set local statement_timeout = ${scanTimeout}`);
  const ids = { form: form.id, theme: form.theme.id, account: form.account_id };
  const rows = await em.execute<{ id: string }[]>(
    `with texts as (
        select graph::text as text from forms.drafts where form_id = :form
        union all select graph::text from forms.versions where form_id = :form
        union all select concat_ws(' ', logo_url, background_image_url) from forms.themes where id = :theme
      ), named as (
        select distinct lower(found[1])::uuid as id
        from texts, regexp_matches(text, '/api/v2/r/image/([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})/', 'g') found
      )
      select i.id from forms.images i join named on named.id = i.id
      where i.state = 'stored' and (i.account_id = :account or exists (
        select from forms.image_shares s where s.image_id = i.id and s.account_id = :account)) order by i.id`.replaceAll(
      /:(form|theme|account)\b/g,
      (_, name: keyof typeof ids) => `'${ids[name]}'`,
    ),
  );
  return rows.map(({ id }) => id);
}

/** Makes an account a further owner of images. */
export async function shareImages(em: EntityManager, ids: readonly string[], accountId: string): Promise<void> {
  await em.execute(
    `insert into forms.image_shares (image_id, account_id)
      select i.id, ?::uuid from forms.images i where i.id = any(?::uuid[]) and i.account_id <> ? on conflict do nothing`,
    [accountId, `{${ids.join(",")}}`, accountId],
  );
}

/** Hands an image to its next owner. False if it has no other. */
export async function handOver(em: EntityManager, id: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    `with heir as (
        delete from forms.image_shares where (image_id, account_id) = (
          select image_id, account_id from forms.image_shares where image_id = ? order by account_id limit 1)
        returning image_id, account_id
      ) update forms.images i set account_id = heir.account_id from heir where i.id = heir.image_id returning i.id`,
    [id],
  );
  return rows.length > 0;
}

export async function hasShare(em: EntityManager, id: string, accountId: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>("select from forms.image_shares where image_id = ? and account_id = ?", [
    id,
    accountId,
  ]);
  return rows.length > 0;
}

/** Takes a further owner's share of an image. False if they have none. */
export async function giveUpShare(em: EntityManager, id: string, accountId: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    "delete from forms.image_shares where image_id = ? and account_id = ? returning image_id",
    [id, accountId],
  );
  return rows.length > 0;
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
