import type { SessionsService } from "../service.ts";
import { findLink } from "../store/links.ts";

/**
 * Ends the emails that wait for a link, because a session of it was completed. Respondents don't wait for that. If it fails, the emails
 * find out when they are due.
 */
export function endMailsOf(service: SessionsService, linkId: string | null): void {
  if (linkId === null) return;
  end(service, linkId).catch((error: Error) =>
    service.logger.warn(`Failed to end emails of link ${linkId}: ${error.message}`),
  );
}

async function end({ database, call }: SessionsService, linkId: string): Promise<void> {
  const link = await findLink(database.pool, linkId, new Date());
  if (link && link.mail_status !== "none") await call("integrations.cancelMailsOfLinks", { link_ids: [linkId] });
}
