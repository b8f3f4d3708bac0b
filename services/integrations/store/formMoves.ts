import { rows, type Target } from "../../../shared/platform/database/rows.ts";

/** Returns the names of a workspace's integrations and emails of a form. */
export const namesOfForm = (
  target: Target,
  accountId: string,
  formId: string,
): Promise<{ name: string; is_mail: boolean }[]> =>
  rows(
    target,
    `select i.name, i.type = 'mail' as is_mail from integrations.attachments a
      join integrations.integrations i on i.id = a.integration_id
      where a.form_id = $1 and i.account_id = $2 order by i.name, i.id`,
    [formId, accountId],
  );

/** Deletes a workspace's emails of a form, and detaches its integrations from it. */
export async function detachForm(target: Target, accountId: string, formId: string): Promise<void> {
  await rows(
    target,
    `delete from integrations.integrations where account_id = $1 and type = 'mail'
      and id in (select id from integrations.mails where form_id = $2)`,
    [accountId, formId],
  );
  await rows(
    target,
    `delete from integrations.attachments a using integrations.integrations i
      where a.form_id = $1 and i.id = a.integration_id and i.account_id = $2`,
    [formId, accountId],
  );
}
