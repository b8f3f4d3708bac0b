import { byCreated, byLink } from "../lists.ts";
import { Tested } from "../shapes/integrations.ts";
import * as mails from "../shapes/linkMails.ts";
import * as links from "../shapes/links.ts";
import { group } from "./endpoint.ts";

/** Personal links of a form (features §15 and its last section). */
const refused = {
  409:
    "The `reference` is taken, or the form has its maximum of links. Hidden fields, prefilled answers and languages need a " +
    "published form.",
} as const;
const exportTypes = ["text/csv"] as const;

// biome-ignore format: a table, one row a line
export const linkEndpoints = group({ tag: "Personal links", auth: "caller" }, {
  "/api/v2/form/{slug}/links/": {
    GET: { id: "listLinks", title: "List personal links", of: "form", load: "read", needs: ["responses:read"], query: links.LinksQuery, list: byLink, counts: links.LinkCounts, response: links.Link },
    POST: { id: "createLinks", title: "Create personal links", of: "form", load: "write", needs: ["forms:write"], audit: ["links.created"], body: links.CreateLinksBody, keepsIds: true, status: 201, response: links.CreatedLinks, errors: refused },
  },
  "/api/v2/form/{slug}/links/export/": {
    GET: { id: "exportLinks", title: "Export personal links", of: "form", load: "transfer", needs: ["responses:read"], audit: ["links.exported"], query: links.LinksExportQuery, download: exportTypes },
  },
  "/api/v2/form/{slug}/links/{id}/": {
    DELETE: { id: "revokeLink", title: "Revoke a personal link", of: "form", load: "write", needs: ["forms:write"], audit: ["links.revoked", "links.erased"], query: links.DeleteLinkQuery },
  },
});

// biome-ignore format: a table, one row a line
export const publicLinkEndpoints = group({ tag: "Respondents", auth: "public" }, {
  "/api/v2/r/link/{token}/": {
    GET: { id: "getLink", title: "Get a personal link", of: "none", load: "read", response: links.PublicLink },
  },
});

const unsendable = {
  409: "The server can't send email, or sends no invitations (`QUOTA_INVITATIONS_PER_ACCOUNT_DAY`).",
} as const;
const sending = ["forms:write", "responses:write"] as const;

// biome-ignore format: a table, one row a line
export const linkMailEndpoints = group({ tag: "Personal links", auth: "caller" }, {
  "/api/v2/form/{slug}/links/mail/": {
    GET: { id: "listLinkMails", title: "List invitations by email", of: "form", load: "read", needs: ["responses:read"], list: byCreated, response: mails.LinkMailing },
    POST: { id: "sendLinkMails", title: "Invite people by email", of: "form", load: "write", needs: sending, audit: ["links.mailed"], body: mails.CreateLinkMailBody, creates: true, response: mails.LinkMailing, errors: unsendable },
  },
  "/api/v2/form/{slug}/links/mail/test/": {
    POST: { id: "testLinkMail", title: "Send a test invitation", of: "form", load: "write", needs: sending, audit: ["mail.tested"], body: mails.TestLinkMailBody, response: Tested, errors: unsendable },
  },
  "/api/v2/form/{slug}/links/mail/{id}/": {
    GET: { id: "getLinkMail", title: "Get an invitation by email", of: "form", load: "read", needs: ["responses:read"], response: mails.LinkMailing },
    DELETE: { id: "cancelLinkMail", title: "Cancel an invitation by email", of: "form", load: "write", needs: sending, audit: ["links.mailed"] },
  },
  "/api/v2/form/{slug}/links/mail/{id}/deliveries/": {
    GET: { id: "listLinkMailDeliveries", title: "List an invitation's deliveries", of: "form", load: "read", needs: ["responses:read"], query: mails.LinkMailDeliveriesQuery, list: byCreated, response: mails.LinkMailDelivery },
  },
});
