import type { Origin } from "../../../shared/bus/contract.ts";
import { deviceOf } from "../../../shared/domain/device.ts";
import type { Target } from "../../../shared/platform/database/rows.ts";
import { jobsOf } from "../../../shared/platform/jobs/jobs.ts";
import { closed, letter } from "./send.ts";
import { type About, type LetterName, type SecurityChange, validHours } from "./texts.ts";
import type { Recipient } from "./write.ts";

/** Only adds letters. Jobs that write one are beside it in `authJobs`, which runs them all. */
const letterJobs = jobsOf("auth", { letter });

/** A person with an account, or only an address. */
type Person = Recipient & { id?: string };

/**
 * Puts an email into the queue, in the transaction of its cause, so that neither a crash nor a silent mail server loses it
 * (teams §20.11). `account_id`: the workspace that it is about · `subject`: what it is about, by default the person.
 */
export async function post<N extends LetterName>(
  target: Target,
  name: N,
  { id, email, name: toName }: Person,
  about: About<N>,
  { account_id, subject = id && aboutUser(id) }: { account_id?: string; subject?: string | undefined } = {},
): Promise<void> {
  const until = Date.now() + (validHours[name] ?? 24) * 3_600_000;
  const data = {
    until,
    letter: closed({ name, to: { email, name: toName }, about, ...(account_id !== undefined && { account_id }) }),
  };
  await letterJobs.add(target, "letter", {
    data,
    ...(account_id !== undefined && { account_id }),
    ...(subject !== undefined && { subject }),
  });
}

/** Emails a person that their sign-in changed, which can't be turned off. `undo`: a link that undoes it. */
export function emailSecurityChange(
  target: Target,
  to: Person,
  change: SecurityChange,
  origin: Origin | undefined,
  undo: string | null = null,
): Promise<void> {
  const from = (origin && [deviceOf(origin.user_agent), origin.address].filter(Boolean).join(", ")) ?? null;
  return post(target, "security", to, { change, from, undo });
}

/** The subject of a person's letters. */
export const aboutUser = (id: string): string => `user ${id}`;
