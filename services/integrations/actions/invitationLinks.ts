import type { Action, Ctx } from "../../../shared/bus/calls.ts";
import type { InvitationLink } from "../../../shared/bus/contract/integrations.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { notFoundAs } from "../../../shared/platform/errors.ts";
import { integrationsJobs, mailingsOf } from "../jobs.ts";
import { type Leaving, readLeavingToken } from "../mail/leaving.ts";
import type { IntegrationsService } from "../service.ts";
import { mailingOfLink, noteUnsubscribed, unsubscribe, unsubscribedAmong } from "../store/linkMails.ts";

/** Links that unsubscribe from a workspace's invitations (features, last section, "Invitations"). */

/** Returns what such a link is about. 404 if it was forged. Changes nothing. */
export const invitationLink: Action<"integrations.invitationLink", IntegrationsService> = {
  params: { token: "string" },
  async handler(ctx) {
    return describe(this, ctx, leavingIn(ctx.params.token));
  },
};

/** Stops the workspace's invitations to one address. A repeat changes nothing. */
export const leaveInvitations: Action<"integrations.leaveInvitations", IntegrationsService> = {
  params: { token: "string" },
  async handler(ctx) {
    const leaving = leavingIn(ctx.params.token);
    const stop = async (client: Parameters<typeof unsubscribe>[0]) => {
      await unsubscribe(client, leaving.accountId, leaving.recipient);
      await noteUnsubscribed(client, leaving.linkId, mailingsOf);
      integrationsJobs.added(client);
    };
    await inTransaction(this.database.pool, stop, ctx);
    return describe(this, ctx, leaving);
  },
};

function leavingIn(token: string): Leaving {
  const leaving = readLeavingToken(token);
  if (!leaving) throw notFoundAs("This link is invalid or has expired.");
  return leaving;
}

async function describe(
  { database: { pool } }: IntegrationsService,
  ctx: Pick<Ctx<unknown>, "call">,
  { accountId, linkId, recipient }: Leaving,
): Promise<InvitationLink> {
  const [mailing, left, { links }] = await Promise.all([
    mailingOfLink(pool, linkId),
    unsubscribedAmong(pool, accountId, [recipient]),
    ctx.call("sessions.linksForMail", { link_ids: [linkId] }),
  ]);
  const { email = null, language = null } = links[0] ?? {};
  return {
    address: email,
    workspace: mailing?.workspace ?? "",
    language: language ?? mailing?.language ?? "en",
    is_stopped: left.size > 0,
  };
}
