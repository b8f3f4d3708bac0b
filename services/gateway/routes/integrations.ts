import {
  attachmentEndpoints,
  deliveryEndpoints,
  integrationEndpoints,
  mailEndpoints,
} from "../../../shared/api/endpoints/integrations.ts";
import { linkMailEndpoints } from "../../../shared/api/endpoints/links.ts";
import { here, home, redirected, sentLinkMails } from "./extras.ts";
import { handle } from "./route.ts";

export const integrationRoutes = [
  ...handle(integrationEndpoints, {
    "/api/integrations/": { GET: "integrations.list" },
    "/api/integrations/types/": { GET: "integrations.types" },
    "/api/integrations/{type}/": { GET: "integrations.list", POST: "integrations.create" },
    "/api/integrations/{type}/connect/": { GET: { action: "integrations.connect", extra: here } },
    "/api/integrations/{type}/callback/": {
      GET: {
        action: "integrations.callback",
        extra: here,
        reply: redirected,
        landing: "/integrations?error=not_finished",
      },
    },
    "/api/integrations/{type}/{id}/": { PATCH: "integrations.update", DELETE: "integrations.remove" },
    "/api/integrations/{type}/{id}/forms/": { GET: "integrations.listForms" },
    "/api/integrations/{type}/{id}/health/": { GET: "integrations.health" },
    "/api/integrations/{type}/{id}/test/": { POST: "integrations.test" },
    "/api/integrations/webhook/{id}/secret/": { PUT: "integrations.regenerateSecret" },
  }),
  ...handle(deliveryEndpoints, {
    "/api/integrations/{type}/{id}/deliveries/": { GET: "integrations.listDeliveries" },
    "/api/integrations/{type}/{id}/deliveries/replay/": { POST: "integrations.replay" },
    "/api/integrations/{type}/{id}/deliveries/{delivery_id}/": { GET: "integrations.getDelivery" },
    "/api/integrations/{type}/{id}/deliveries/{delivery_id}/retry/": { POST: "integrations.retryDelivery" },
  }),
  ...handle(attachmentEndpoints, {
    "/api/v2/form/{slug}/integrations/": { GET: "integrations.listAttachments", POST: "integrations.attach" },
    "/api/v2/form/{slug}/integrations/{id}/": {
      PATCH: "integrations.updateAttachment",
      DELETE: "integrations.detach",
    },
  }),
  ...handle(mailEndpoints, {
    "/api/v2/form/{slug}/mails/": {
      GET: "integrations.listMails",
      POST: { action: "integrations.createMail", extra: home },
    },
    "/api/v2/form/{slug}/mails/{id}/": {
      GET: "integrations.getMail",
      PATCH: { action: "integrations.updateMail", extra: home },
      DELETE: "integrations.removeMail",
    },
    "/api/v2/form/{slug}/mails/{id}/test/": { POST: { action: "integrations.testMail", extra: home } },
    "/api/v2/form/{slug}/mails/{id}/deliveries/": { GET: "integrations.listMailDeliveries" },
  }),
  ...handle(linkMailEndpoints, {
    "/api/v2/form/{slug}/links/mail/": {
      GET: "integrations.listLinkMails",
      POST: { action: "integrations.sendLinkMails", extra: home, reply: sentLinkMails },
    },
    "/api/v2/form/{slug}/links/mail/test/": { POST: { action: "integrations.testLinkMail", extra: home } },
    "/api/v2/form/{slug}/links/mail/{id}/": {
      GET: "integrations.getLinkMail",
      DELETE: "integrations.cancelLinkMail",
    },
    "/api/v2/form/{slug}/links/mail/{id}/deliveries/": { GET: "integrations.listLinkMailDeliveries" },
  }),
];
