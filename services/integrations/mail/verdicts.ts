import type pg from "pg";
import type { LeftOut } from "../../../shared/api/shapes/linkMails.ts";
import type { MailableLink } from "../../../shared/bus/contract/sessions.ts";
import { mailedAmong, unsubscribedAmong } from "../store/linkMails.ts";
import { recipientOf } from "./links.ts";

/** Why a person gets no invitation or reminder. `closed`: their form is, and may never open again. Known only when they are emailed. */
export type Unwanted = keyof LeftOut | "closed";

/**
 * Judges links, where people are chosen and right before they are emailed, in one statement each for what only integrations knows.
 * Returns the first reason against each link, null without one. Reads `mailed` unless the caller did.
 */
export async function verdictsOn(
  pool: pg.Pool,
  accountId: string,
  links: readonly MailableLink[],
  mailed = mailedAmong(pool, idsOf(links)),
): Promise<Map<string, Unwanted | null>> {
  const hashes = new Map(links.flatMap(({ id, email }) => (email === null ? [] : [[id, recipientOf(email)]])));
  const [unsubscribed, letters] = await Promise.all([unsubscribedAmong(pool, accountId, [...hashes.values()]), mailed]);
  return new Map(
    links.map((link) => {
      const hasLeft = unsubscribed.has(hashes.get(link.id) ?? "");
      return [link.id, verdictOn(link, { hasLeft, isRefused: letters.get(link.id)?.is_refused ?? false })];
    }),
  );
}

/** Returns the links of a choice that can be invited, and counts the others. */
export async function invitable(
  pool: pg.Pool,
  accountId: string,
  links: readonly MailableLink[],
): Promise<{ invited: MailableLink[]; leftOut: Partial<Record<Unwanted, number>> }> {
  // once for both, so that no letter is refused in between
  const mailed = mailedAmong(pool, idsOf(links));
  const [verdicts, letters] = await Promise.all([verdictsOn(pool, accountId, links, mailed), mailed]);
  const reasonOf = ({ id }: MailableLink) => verdicts.get(id) ?? (letters.get(id)?.is_invited ? "invited" : null);
  const byReason = Map.groupBy(links, reasonOf);
  const leftOut = [...byReason].flatMap(([reason, some]) => (reason === null ? [] : [[reason, some.length]]));
  return { invited: byReason.get(null) ?? [], leftOut: Object.fromEntries(leftOut) };
}

const idsOf = (links: readonly MailableLink[]) => links.map(({ id }) => id);

function verdictOn(
  link: MailableLink,
  { hasLeft, isRefused }: { hasLeft: boolean; isRefused: boolean },
): Unwanted | null {
  if (link.status === "revoked") return "revoked";
  if (link.is_answered || link.status === "completed") return "answered";
  if (link.status === "expired") return "expired";
  if (link.form?.is_closed) return "closed";
  if (link.email === null) return "no_address";
  if (hasLeft) return "unsubscribed";
  return isRefused || link.mail_status === "undeliverable" ? "undeliverable" : null;
}
