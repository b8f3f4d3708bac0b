import type { Link } from "../../../shared/api/shapes/links.ts";
import { linkUrl } from "../../../shared/platform/linkTokens.ts";
import type { LinkRow } from "../store/links.ts";

/** Addresses of a form's links. `withUrl`: the caller may write responses, which an address allows. */
export interface LinkPlace {
  baseUrl: string;
  slug: string;
  withUrl: boolean;
}

export const linkView = (row: LinkRow, { baseUrl, slug, withUrl }: LinkPlace): Link => ({
  id: row.id,
  reference: row.reference,
  email: row.email,
  language: row.language,
  url: withUrl ? linkUrl(baseUrl, slug, row.id) : null,
  hidden: row.hidden,
  prefill: row.prefill,
  expires_at: row.expires_at?.toISOString() ?? null,
  max_responses: row.max_responses,
  responses_count: row.responses_count,
  status: row.status,
  mail: {
    status: row.mail_status,
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    sent_count: row.sent_count,
  },
  created: row.created.toISOString(),
});
