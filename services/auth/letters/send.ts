import { ownAddress } from "../../../shared/platform/env.ts";
import type { Kind } from "../../../shared/platform/jobs/jobs.ts";
import { isFinalRefusal } from "../../../shared/platform/mail/transport.ts";
import { seal, unseal } from "../../../shared/platform/sealing.ts";
import { canSeal } from "../sealing.ts";
import type { AuthService } from "../service.ts";
import { type Content, written } from "./write.ts";

interface Letter {
  /** Unix ms. It isn't sent later, because its link has expired or its news is old. */
  until: number;
  /** JSON of the content, sealed if there is a key, because links sign in */
  letter: string;
}

const owner = "auth.jobs";
export const closed = (content: Content): string => {
  const text = JSON.stringify(content);
  return canSeal() ? seal(text, owner) : text;
};
const opened = (letter: string): Content => JSON.parse(letter.startsWith("{") ? letter : unseal(letter, owner));

/** Sends an email. A final refusal (5xx) ends its attempts. */
export const letter: Kind<AuthService, Letter> = {
  task: "email a person",
  priority: 0,
  pauses: { first: 5_000, longest: 3_600_000 },
  attempts: null,
  async run({ mail, logger }, { until, letter }, { id }) {
    if (!mail || Date.now() > until) return;
    const content = opened(letter);
    const to = { name: content.to.name, address: content.to.email };
    await mail.send({ to, id, written: written(content, ownAddress()) }).catch((error: Error) => {
      if (!isFinalRefusal(error.cause)) throw error;
      logger.warn(`Failed to email a person, giving up: ${error.message}`);
    });
  },
};
