import type pg from "pg";
import type { Ctx } from "../../../shared/bus/calls.ts";
import type { MailableLink } from "../../../shared/bus/contract/sessions.ts";
import type { CreateLinkMailBody, LeftOut } from "../../../shared/domain/shapes/linkMails.ts";
import { invitedAmong, refusedAmong, unsubscribedAmong } from "../store/linkMails.ts";
import { recipientOf } from "./links.ts";

/** The people of a mailing, and how many are left out. */
export interface Chosen {
  ids: string[];
  leftOut: LeftOut;
  /** the first of them, for a preview */
  sample: MailableLink | null;
}

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
    leftOut: { no_address: 0, unsubscribed: 0, undeliverable: 0, answered: 0, expired: 0, revoked: 0, invited: 0 },
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
    await judge(pool, accountId, links, chosen);
    const last = links.at(-1);
    if (links.length < pageSize || !last) return chosen;
    after = last.id;
  }
}

async function judge(pool: pg.Pool, accountId: string, links: readonly MailableLink[], chosen: Chosen): Promise<void> {
  const hashes = new Map(links.flatMap(({ id, email }) => (email === null ? [] : [[id, recipientOf(email)]])));
  const ids = links.map(({ id }) => id);
  const [left, refused, invited] = await Promise.all([
    unsubscribedAmong(pool, accountId, [...hashes.values()]),
    refusedAmong(pool, ids),
    invitedAmong(pool, ids),
  ]);
  for (const link of links) {
    const found = { hasLeft: left.has(hashes.get(link.id) ?? ""), isRefused: refused.has(link.id) };
    const reason = reasonOf(link, { ...found, isInvited: invited.has(link.id) });
    if (reason) chosen.leftOut[reason] += 1;
    else {
      chosen.ids.push(link.id);
      chosen.sample ??= link;
    }
  }
}

interface Found {
  hasLeft: boolean;
  isRefused: boolean;
  isInvited: boolean;
}

/** Returns why a person gets no invitation: the first that applies. */
function reasonOf(link: MailableLink, { hasLeft, isRefused, isInvited }: Found): keyof LeftOut | null {
  if (link.status === "revoked") return "revoked";
  if (link.is_answered || link.status === "completed") return "answered";
  if (link.status === "expired") return "expired";
  if (link.email === null) return "no_address";
  if (hasLeft) return "unsubscribed";
  if (isRefused || link.mail_status === "undeliverable") return "undeliverable";
  return isInvited ? "invited" : null;
}
