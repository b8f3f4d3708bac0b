import type { EntityManager } from "@mikro-orm/postgresql";
import type { LetterResult } from "../../shared/api/shapes/members.ts";
import { claimLetter, dailyLetters, type LetterRefusal, recipientOf } from "./store/invitationLetters.ts";

const reasons: Record<LetterRefusal, string> = {
  declined: "The person declined an invitation to this workspace in the last 7 days.",
  day: `${dailyLetters} invitations were sent to this address today.`,
  hour: "An invitation was sent to this address in the last hour.",
};
const noServer = "This server can't send email.";

/**
 * Counts a letter to each address that may get one now, and returns each address's result (teams §20.21). Call it in the transaction
 * of the invitations. Their links work in any case.
 */
export async function claimLetters(
  em: EntityManager,
  accountId: string,
  emails: readonly string[],
  canMail: boolean,
): Promise<(email: string) => LetterResult> {
  const results = new Map<string, LetterResult>();
  // in one order, because each claim locks the address's row
  const ordered = [...emails].sort((a, b) => Buffer.compare(recipientOf(a), recipientOf(b)));
  for (const email of canMail ? ordered : []) {
    const refusal = await claimLetter(em, accountId, email);
    results.set(email, refusal === null ? { mail: "sent" } : { mail: "not_sent", mail_reason: reasons[refusal] });
  }
  return (email) => results.get(email) ?? { mail: "not_sent", mail_reason: noServer };
}
