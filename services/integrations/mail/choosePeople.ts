import type pg from "pg";
import type { CreateLinkMailBody, LeftOut } from "../../../shared/api/shapes/linkMails.ts";
import type { Ctx } from "../../../shared/bus/calls.ts";
import type { MailableLink } from "../../../shared/bus/contract/sessions.ts";
import { invitable } from "./verdicts.ts";

/** The people of a mailing, and how many are left out. */
export interface Chosen {
  ids: string[];
  leftOut: LeftOut;
  /** the first of them, for a preview */
  sample: MailableLink | null;
}

export const noneLeftOut = (): LeftOut => ({
  no_address: 0,
  unsubscribed: 0,
  undeliverable: 0,
  answered: 0,
  expired: 0,
  revoked: 0,
  invited: 0,
});
const reasons = Object.keys(noneLeftOut()) as (keyof LeftOut)[];

const pageSize = 1_000;

/** Reads the chosen links page by page, and judges each. */
export async function choosePeople(
  ctx: Pick<Ctx<unknown>, "call">,
  pool: pg.Pool,
  formId: string,
  accountId: string,
  { link_ids, filter }: Pick<CreateLinkMailBody, "link_ids" | "filter">,
): Promise<Chosen> {
  const choice = link_ids ? { link_ids: [...link_ids] } : { ...filter };
  const chosen: Chosen = {
    ids: [],
    leftOut: noneLeftOut(),
    sample: null,
  };
  let after: string | null = null;
  for (;;) {
    const { links }: { links: MailableLink[] } = await ctx.call("sessions.chooseLinks", {
      form_id: formId,
      choice,
      after,
      limit: pageSize,
    });
    const { invited, leftOut } = await invitable(pool, accountId, links);
    chosen.ids.push(...invited.map(({ id }) => id));
    chosen.sample ??= invited[0] ?? null;
    for (const reason of reasons) chosen.leftOut[reason] += leftOut[reason] ?? 0;
    const last = links.at(-1);
    if (links.length < pageSize || !last) return chosen;
    after = last.id;
  }
}
