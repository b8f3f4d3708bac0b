import { withoutDeadline } from "../../shared/platform/deadlines/deadline.ts";
import type { Kind } from "../../shared/platform/jobs/jobs.ts";
import { newToken } from "./credentials.ts";
import { post } from "./letters/post.ts";
import type { AuthService } from "./service.ts";
import { insertReset } from "./store/resets.ts";
import { findUserByEmail } from "./store/users.ts";

/** Emails a person who forgot their password a link to reset it. Does nothing if they have too many links, or have no account. */
export const forgot: Kind<AuthService, { email: string; base_url: string }> = {
  task: "write a password reset email",
  priority: 1,
  pauses: { first: 2_000, longest: 60_000 },
  attempts: 8,
  async run({ database }, { email, base_url }, job) {
    const user = await findUserByEmail(database.read(withoutDeadline), email);
    if (!user) return;
    const token = newToken();
    await database.write(withoutDeadline, async (em) => {
      await job.end(em);
      if (await insertReset(em, user, token))
        await post(em, "reset", user, { link: `${base_url}/reset-password?token=${token}` });
    });
  },
};
